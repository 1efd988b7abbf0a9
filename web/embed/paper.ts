/** What is printed in the place of a player: the code as edited and the last output. */

/** The texts of a result's output, from a player whose word is only ever text. */
export function outputText(result: unknown): string {
  const { output, error } = (result ?? {}) as {
    output?: unknown;
    error?: { name?: unknown; message?: unknown } | null;
  };
  const texts = Array.isArray(output) ? output.map((one: { text?: unknown } | null) => String(one?.text)) : [];
  if (error) texts.push(`${String(error.name)}: ${String(error.message)}`);
  return texts.join("\n");
}

/** The paper's blocks, each a text. */
export function blocks(...texts: (string | null)[]): HTMLElement[] {
  return texts.flatMap((text) => {
    if (!text) return [];
    const pre = document.createElement("pre");
    pre.textContent = text;
    return [pre];
  });
}
