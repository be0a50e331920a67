/** What of somebody's work others take over while they are away, beside what training plans. */
import type { Db, Trx } from '../../platform/database/types.ts'
import { point } from '../../platform/points.ts'
import type { Registry } from '../../platform/registry.ts'
import type { Services } from '../../platform/services.ts'

/** Something that a person would do while they are away. */
export interface Handover {
  id: number
  title: string
  when: string
  place: string
  starts_at: Date
  ends_at: Date
  /** Contacts who are free to do it, the best first, and why. */
  candidates: { id: number; name: string; reasons: string[] }[]
  /** Whether it may wait again for somebody to plan it. */
  mayWait: boolean
}

export interface HandoverSource {
  /** Type of its records. */
  record: string
  words: { one: string; many: string }
  /** Where one waits that is put back: 'Terug naar ‘Nog in te plannen’'. */
  back: string
  /** What this person would do in this period and is still to come, the first first. */
  list(
    services: { db: Db | Trx; registry: Registry },
    contactId: number,
    period: { from: Date; to: Date },
  ): Promise<Handover[]>
  /** Keeps others from changing these until the transaction ends, before people are. */
  hold(trx: Trx, ids: number[]): Promise<void>
  /**
   * Hands each over to a contact, or puts it back where it waits to be planned (null).
   * @throws HttpError (409), or Invalid, for who is not free any more
   */
  carryOut(
    trx: Trx,
    services: Pick<Services, 'registry'>,
    choices: readonly { id: number; to: number | null }[],
  ): Promise<void>
}

export const handovers = point<HandoverSource>('handovers')
