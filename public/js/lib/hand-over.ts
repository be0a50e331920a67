/** What the server refused goes to who decides about it; this browser lets go of it once the server has it. */
import { refersTo, tokenOf, withMade } from './dependence.ts'
import { withUploads } from './kept-files.ts'
import { type Operation, change } from './operation-store.ts'
import { RequestFailed, request } from './request.ts'

/** By which a form says that it is done with; without it the same can be saved and gone on with. */
export const FINISH = 'finish'

/** A form that is done with too early is mended by who filled it in. */
export const isForOffice = ({ fields, refused }: Operation): boolean =>
  refused !== null && (refused.stale !== null || refused.follows === true || !fields.some(([name]) => name === FINISH))

/** What cannot be done without it goes the same way. */
const following = (operation: Operation, { label }: Operation): Operation => ({
  ...operation,
  refused: { message: `Hoort bij ‘${label}’, dat eerst moet worden beoordeeld.`, stale: null, follows: true },
})

/**
 * Whether the server has it now; else it stays here.
 * @param waiting what waits for it, which is to be handed over next
 */
export async function handOver(operation: Operation, waiting: Operation[]): Promise<boolean> {
  const { key, label, url, at, files = [], base, needs = [] } = operation
  try {
    const fields = (await withMade(operation.fields)) ?? operation.fields
    const { message, stale } = operation.refused!
    const sent = {
      ...{ key, label, url, at, message, stale },
      fields: await withUploads(fields, files),
      base: Object.values(base),
      token: tokenOf(operation),
      needs: [...new Set([...needs, ...refersTo(fields)])],
    }
    const body = new URLSearchParams([['operation', JSON.stringify(sent)]])
    const headers = { Accept: 'application/json' }
    await request('/outbox/conflicts', { method: 'POST', body, headers, failText: '', events: [] })
  } catch (error) {
    if (error instanceof RequestFailed || error instanceof TypeError) return false
    throw error
  }
  await change({ put: waiting.map((later) => following(later, operation)), drop: [operation] })
  document.dispatchEvent(new CustomEvent('operations:handed', { detail: { label } }))
  return true
}
