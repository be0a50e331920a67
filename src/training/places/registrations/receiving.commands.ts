import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { HttpError, Invalid } from '../../../platform/errors.ts'
import type { Services } from '../../../platform/services.ts'
import { lockParts } from '../../planning/appointments/index.ts'
import { findCourseByCode } from '../e-learning/index.ts'
import { freePlaces, withHeld } from '../enrolment/index.ts'
import { systemViewer } from '../waiting-list/index.ts'
import type { EntriesInput } from './registrations.forms.ts'
import { type Received, type Source, fullNameOf } from './registrations.rules.ts'
import { listPlanningParts } from './registrations.queries.ts'

export interface Sender {
  source: Source
  name: string
  /** The program, where it is one. */
  clientId: number | null
  /** By which a repeat is known. */
  key: string
}

export interface Receipt {
  entries: { id: number; status: string }[]
  /** Whether a place is kept for each of them. */
  held: boolean
  /** It was received before. */
  isRepeat: boolean
}

const hashOf = (input: EntriesInput): string => createHash('sha256').update(JSON.stringify(input)).digest('base64url')

/**
 * Takes in a sign-up, once: what comes again under its key adds nobody. A place in every part of the planning is kept for
 * each person where there are as many; who does not fit waits to be looked at.
 * @throws HttpError (409) for something else under the same key; Invalid on `appointment_group_id` for a planning that
 *   nobody can be signed up for
 */
export async function receive(trx: Trx, services: Services, sender: Sender, input: EntriesInput): Promise<Receipt> {
  const { clientId, key } = sender
  await sql`select pg_advisory_xact_lock(hashtextextended(${`noordkaap.entries ${clientId ?? 0} ${key}`}, 0))`.execute(
    trx,
  )
  const fingerprint = hashOf(input)
  const before = await trx
    .selectFrom('entries')
    .select(['id', 'state', 'fingerprint'])
    .select(sql<boolean>`cardinality(held_part_ids) > 0`.as('held'))
    .where('source', '=', sender.source)
    .where('api_client_id', 'is not distinct from', clientId)
    .where('key', '=', key)
    .orderBy('position')
    .execute()
  if (before.some((row) => row.fingerprint !== fingerprint))
    throw new HttpError(409, 'Onder deze sleutel is al een andere aanmelding ingestuurd.')
  if (before.length > 0)
    return {
      entries: before.map(({ id, state }) => ({ id, status: state })),
      held: before.every(({ held }) => held),
      isRepeat: true,
    }
  const { contacts, company, sender: by, reference, remark, terms, appointment_group_id: group_id } = input
  if (input.e_learning_course !== null) await refuseUnknown(trx, input.e_learning_course)
  const partIds = group_id === null ? [] : await hold(trx, group_id, contacts.length)
  const batch = randomUUID()
  const rows = await trx
    .insertInto('entries')
    .values(
      contacts.map((contact, position) => ({
        batch,
        position,
        source: sender.source,
        source_name: sender.name.slice(0, 80),
        api_client_id: clientId,
        key,
        fingerprint,
        group_id,
        e_learning_course: input.e_learning_course,
        name: fullNameOf(contact),
        email: contact.email || null,
        company_name: company?.name ?? null,
        data: JSON.stringify({ contact, company, sender: by, reference, remark, terms } satisfies Received),
        held_part_ids: partIds,
      })),
    )
    .returning('id')
    .execute()
  await services.changes.announce(
    trx,
    rows.map(({ id }) => ({ type: 'entry', id })),
  )
  return { entries: rows.map(({ id }) => ({ id, status: 'received' })), held: partIds.length > 0, isRepeat: false }
}

/** @throws Invalid on `e_learning_course` for a code that is not given */
async function refuseUnknown(trx: Trx, code: string): Promise<void> {
  const course = await findCourseByCode(trx, code)
  if (!course?.active) throw new Invalid({ e_learning_course: ['Deze e-learning wordt niet gegeven.'] })
}

/** The parts in which so many people get a place, or none where one of them has too few. */
async function hold(trx: Trx, planningId: number, people: number): Promise<number[]> {
  const parts = await listPlanningParts(trx, planningId)
  const [first] = parts
  const closed =
    !first || first.incompany || first.starts_at <= new Date() || parts.some(({ status }) => status === 'done')
  if (closed) throw new Invalid({ appointment_group_id: ['Voor deze planning kan niemand meer worden aangemeld.'] })
  const ids = parts.map(({ id }) => id)
  const locked = await withHeld(trx, systemViewer, await lockParts(trx, ids))
  return locked.every((part) => freePlaces(part) >= people) ? ids : []
}
