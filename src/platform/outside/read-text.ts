/** What an answer may weigh at most unless told: far more than any list that is asked for page by page. */
const MOST_BYTES = 20_000_000

/** An answer was longer than anything that was asked for. */
export class TooLong extends Error {
  override name = 'TooLong'
}

/**
 * The body of an answer as text, read as far as a limit: whoever sends without end costs no more memory than that.
 * @param most in bytes, after what was packed was unpacked
 * @throws TooLong beyond it, with the connection cut; what fetch throws where it breaks off
 */
export async function readText(response: Response, most = MOST_BYTES): Promise<string> {
  if (response.body === null) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  // Leaving the loop cancels the body, and so closes the connection.
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > most) throw new TooLong('the answer is too long')
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}
