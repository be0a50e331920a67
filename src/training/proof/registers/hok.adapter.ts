import * as z from 'zod'
import { Unavailable, askJson } from '../../../platform/outside/ask-json.ts'
import type { Services } from '../../../platform/services.ts'

/** What Het Oranje Kruis is told of one student of a planning. */
export interface HokRecord {
  external_student_ref: string
  initials: string | null
  first_name: string | null
  last_name_prefix: string | null
  last_name: string
  birth_date: string | null
  result: { present: boolean; passed: boolean }
  event: { external_ref: string; course: string; first_day: string; last_day: string }
  teachers: { name: string; register_number: string | null }[]
}

/** The register knows us no more: nothing else that waits will do better. */
export class Refused extends Error {
  override name = 'Refused'
}

const Checked = z.object({ errors: z.array(z.string().max(500)).max(1000) })
const Handed = z.object({
  status: z.enum(['accepted', 'rejected']),
  number: z.string().max(40).nullish(),
  message: z.string().max(500).nullish(),
})
export type HokAnswer = z.output<typeof Handed>

type HokServices = Pick<Services, 'config'>

/** Whether this installation has an address to pass on to. */
export const reachesHok = ({ config }: HokServices): boolean => config.hokUrl !== undefined

/**
 * @returns null where the register knows nothing of the kind (404)
 * @throws Unavailable when it gives no usable answer; Refused when it does not let us in
 */
async function ask<S extends z.ZodType>(
  { config }: HokServices,
  path: string,
  shape: S,
  { json, key, tries }: { json?: unknown; key?: string; tries?: number } = {},
): Promise<z.output<S> | null> {
  const { hokUrl, hokKey } = config
  if (hokUrl === undefined) throw new Unavailable('no address of the register')
  const headers = {
    ...(hokKey === undefined ? {} : { authorization: `Bearer ${hokKey}` }),
    ...(key === undefined ? {} : { 'idempotency-key': key }),
  }
  const { status, body } = await askJson(hokUrl + path, {
    json,
    headers,
    timeoutMs: 4000,
    withinMs: 8000,
    ...(tries === undefined ? {} : { tries }),
  })
  if (status === 401 || status === 403) throw new Refused(`status ${status}`)
  if (status === 404) return null
  if (status !== 200) throw new Unavailable(`status ${status}`)
  const read = shape.safeParse(body)
  if (!read.success) throw new Unavailable('the answer has another shape')
  return read.data
}

/** What the register itself has against these students. @throws Unavailable, Refused */
export const checkAtHok = async (services: HokServices, records: HokRecord[]): Promise<string[]> =>
  (await ask(services, '/check', Checked, { json: { records } }))?.errors ?? []

/** What became of a hand-over of which no answer came; null where the register never saw it. @throws Unavailable, Refused */
export const findAtHok = (services: HokServices, key: string): Promise<HokAnswer | null> =>
  ask(services, `/results/${key}`, Handed)

/** Hands one student over; the same key is the same hand-over, however often it is sent. @throws Unavailable, Refused */
export async function handToHok(services: HokServices, record: HokRecord, key: string): Promise<HokAnswer> {
  // Before it is tried again it is looked up whether it arrived.
  const answer = await ask(services, '/results', Handed, { json: record, key, tries: 1 })
  if (answer === null) throw new Unavailable('status 404')
  return answer
}
