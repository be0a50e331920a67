/** What the server refused goes to who decides about it; this browser lets go of it once the server has it. */
import { withUploads } from './kept-files.ts'
import { type Operation, dropOperation } from './operation-store.ts'
import { RequestFailed, request } from './request.ts'

/** By which a form says that it is done with; without it the same can be saved and gone on with. */
export const FINISH = 'finish'

/** A form that is done with too early is mended by who filled it in. */
export const isForOffice = ({ fields, refused }: Operation): boolean =>
  refused !== null && (refused.stale !== null || !fields.some(([name]) => name === FINISH))

/** Whether the server has it now; else it stays here. */
export async function handOver({
  key,
  label,
  url,
  at,
  fields,
  files = [],
  base,
  refused,
}: Operation): Promise<boolean> {
  try {
    const sent = {
      key,
      label,
      url,
      at,
      fields: await withUploads(fields, files),
      base: Object.values(base),
      ...refused,
    }
    const body = new URLSearchParams([['operation', JSON.stringify(sent)]])
    const headers = { Accept: 'application/json' }
    await request('/outbox/conflicts', { method: 'POST', body, headers, failText: '', events: [] })
  } catch (error) {
    if (error instanceof RequestFailed || error instanceof TypeError) return false
    throw error
  }
  await dropOperation(key)
  document.dispatchEvent(new CustomEvent('operations:handed', { detail: { label } }))
  return true
}
