/** The printed version of a player: the edited code and the last output. */

/** The texts of a result's output. The result comes from a player, so it is treated only as text. */
export function outputText(result: unknown): string {
  const { output, error } = (result ?? {}) as {
    output?: unknown;
    error?: { name?: unknown; message?: unknown } | null;
  };
  const texts = Array.isArray(output) ? output.map((one: { text?: unknown } | null) => String(one?.text)) : [];
  if (error) texts.push(`${String(error.name)}: ${String(error.message)}`);
  return texts.join("\n");
}

/** The printed blocks, each a text. */
export function blocks(...texts: (string | null)[]): HTMLElement[] {
  return texts.flatMap((text) => {
    if (!text) return [];
    const pre = document.createElement("pre");
    pre.textContent = text;
    return [pre];
  });
}
