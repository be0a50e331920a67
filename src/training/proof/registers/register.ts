import * as z from 'zod'
import type { Config } from '../../../platform/config.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { Unavailable, askJson } from '../../../platform/outside/ask-json.ts'
import { ShutOut } from '../../../platform/outside/outbox.ts'
import type { Services } from '../../../platform/services.ts'
import type { RegisterKey } from './requests.rules.ts'

const Handed = z.object({
  /** 'withdrawn': what it had issued counts no more. */
  status: z.enum(['accepted', 'rejected', 'withdrawn']),
  number: z.string().max(40).nullish(),
  valid_until: z.iso.date().nullish(),
  message: z.string().max(500).nullish(),
})
export type Answer = z.output<typeof Handed>
const Checked = z.object({ errors: z.array(z.string().max(500)).max(1000) })

/** Where a register is asked, and by whom. */
export interface Access {
  url: string
  headers: Record<string, string>
}

/**
 * @returns null where the register knows nothing of the kind (404)
 * @throws Unavailable when it gives no usable answer; ShutOut when it does not let us in
 */
export async function askRegister<S extends z.ZodType>(
  { url, headers }: Access,
  path: string,
  shape: S,
  { json, key, tries }: { json?: unknown; key?: string; tries?: number } = {},
): Promise<z.output<S> | null> {
  const { status, body } = await askJson(url + path, {
    json,
    headers: { ...headers, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    timeoutMs: 4000,
    withinMs: 8000,
    ...(tries === undefined ? {} : { tries }),
  })
  if (status === 401 || status === 403) throw new ShutOut(`status ${status}`)
  if (status === 404) return null
  // It says what is wrong with what was sent; nothing of it will be right the next time.
  if (status === 422 && json !== undefined) return shape.parse({ status: 'rejected', errors: [], message: REJECTED })
  if (status !== 200) throw new Unavailable(`status ${status}`)
  const read = shape.safeParse(body)
  if (!read.success) throw new Unavailable('the answer has another shape')
  return read.data
}

const REJECTED = 'Het register neemt deze gegevens niet aan.'

/** What the register itself has against these records. @throws Unavailable, ShutOut */
export const checkAt = async (access: Access, records: readonly object[]): Promise<string[]> =>
  (await askRegister(access, '/check', Checked, { json: { records } }))?.errors ?? []

/** What became of a hand-over of which no answer came; null where the register never saw it. @throws Unavailable, ShutOut */
export const findAt = (access: Access, key: string): Promise<Answer | null> =>
  askRegister(access, `/results/${key}`, Handed)

/** Hands one student over; the same key is the same hand-over, however often it is sent. @throws Unavailable, ShutOut */
export async function handTo(access: Access, record: object, key: string): Promise<Answer> {
  // Before it is tried again it is looked up whether it arrived.
  const answer = await askRegister(access, '/results', Handed, { json: record, key, tries: 1 })
  if (answer === null) throw new Unavailable('status 404')
  return answer
}

/** Of whom is asked: the named ones, whose results are about to be stored, else all that did not fail. */
export interface Asked {
  planningId: number
  students: number[]
}

/** A register outside that students who passed are passed on to. */
export interface Register {
  key: RegisterKey
  /** Where it is asked; null while no connection is set up. */
  access(services: Pick<Services, 'config' | 'db'>): Promise<Access | null>
  /** Whether the students of a planning can be passed on to it at all. */
  takes(db: Db | Trx, planningId: number): Promise<boolean>
  /** What keeps these students from being passed on, as far as we can tell ourselves, and whom it was about. */
  ownErrors(db: Db | Trx, config: Config, asked: Asked): Promise<{ errors: string[]; students: number[] }>
  /** What is told of these students, as the register takes it, by contact. */
  records(db: Db | Trx, planningId: number, students: number[]): Promise<Map<number, object>>
}
