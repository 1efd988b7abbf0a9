/** Fetches texts, also from untrusted hosts. */

/** Fetches a text of at most `longest` bytes. Throws the end of a sentence for the learner. */
export async function text(url: string, longest: number): Promise<string> {
  const response = await fetch(url).catch(() => {
    throw "the server cannot be reached, or does not allow other sites to read from it";
  });
  if (response.status === 404) throw "it is not on the server (404)";
  if (response.status !== 200 || !response.body) throw `the server answered ${response.status}`;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let read = 0;
  let out = "";
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw "the connection was lost";
    });
    if (done) return out + decoder.decode();
    read += value.length;
    if (read > longest) {
      void reader.cancel();
      throw `it is longer than ${Math.round(longest / 1e6)} MB`;
    }
    out += decoder.decode(value, { stream: true });
  }
}
