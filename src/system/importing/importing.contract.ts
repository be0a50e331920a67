/** How the rows of a list are sent: what the server and the wizard agree on. */

export const ROWS_PER_REQUEST = 20
const PAUSE_MS = 500
export const IMPORT_FAILED = 'Er ging iets mis bij het importeren.'

interface Sending<Row, Answer> {
  send: (rows: Row[]) => Promise<Answer>
  pause: (ms: number) => Promise<unknown>
  /** Share that is sent, in whole percent. */
  progress: (percent: number) => void
}

/** Sends all rows, in batches with a pause between them; what the last batch answered. It stops where one fails. */
export async function sendInBatches<Row, Answer>(
  rows: readonly Row[],
  { send, pause, progress }: Sending<Row, Answer>,
): Promise<Answer | null> {
  let answer: Answer | null = null
  for (let at = 0; at < rows.length; at += ROWS_PER_REQUEST) {
    if (at > 0) await pause(PAUSE_MS)
    answer = await send(rows.slice(at, at + ROWS_PER_REQUEST))
    progress(Math.floor((Math.min(at + ROWS_PER_REQUEST, rows.length) / rows.length) * 100))
  }
  return answer
}
