import { sql } from 'kysely'
import { type FieldMessages, Invalid } from '../../../../platform/errors.ts'
import { fieldMessages } from '../../../../platform/forms/invalid.ts'
import { type Viewer, viewerScope } from '../../../../platform/access/viewer.ts'
import type { Services } from '../../../../platform/services.ts'
import type { Trx } from '../../../../platform/database/types.ts'
import { ContactForm, addContact, contactsVisibleTo, supervise } from '../../../../relations/contacts/index.ts'
import { ParticipantListError, matchList } from '../../participant-lists/index.ts'
import { refuseShort, tooFewPlaces } from '../capacity.commands.ts'
import { type Enrolled, type EnrolInput, enrol } from '../enrolment.commands.ts'
import { type LockedPart, lockChosen } from '../enrolment.queries.ts'
import { type WhatAppointments, shortagesOf } from '../enrolment.rules.ts'
import { freed, keptFor } from '../reservations/reserved-places.commands.ts'
import { dividePeople } from './dividing.commands.ts'
import { findKnown, listEnrolledIn } from './list.queries.ts'
import { type Line, type Resolution, contactFields, nameOf, openText, resolveLine } from './list.rules.ts'
import { enrolmentArea } from '../../../rights.ts'

export interface ListInput extends Pick<EnrolInput, 'invoiceTo'> {
  appointmentId: number
  whatAppointments: WhatAppointments
  raiseMaximum: boolean
  reservationId?: number | undefined
  /** Why those come all the same who do not meet what the course asks. */
  waiver: string
  /** Part of the planning for those who do not fit; null to refuse a list that does not fit. */
  restId: number | null
  /** Company of new people; null for private persons, undefined when nobody chose. */
  companyId: number | null | undefined
  lines: Line[]
}

/** `rest`: how many of the people are in the other planning. */
export type EnrolledList = Enrolled & { created: number[]; rest: number }

/**
 * Enrols a participant list: makes the new contacts and enrols everyone, all or nothing. Everyone is matched again
 * here, one list after the other, so that a person whom somebody else added since the preview is recognised and not
 * doubled.
 * @throws Invalid on `lines.N.…` for lines that are still open or cannot be stored, on `company_id` when new people
 *   have no company, and as `enrol` does
 */
export async function enrolList(trx: Trx, viewer: Viewer, input: ListInput, services: Services): Promise<EnrolledList> {
  if (input.lines.length === 0) throw new Invalid({ lines: ['Bekijk de lijst eerst met Lijst controleren.'] })
  await sql`select pg_advisory_xact_lock(hashtext('noordkaap.participant-lists'))`.execute(trx)
  const people = input.lines.map(({ person }) => person)
  const known = await findKnown(trx, viewer, people)
  const byId = new Map(known.map((contact) => [contact.id, contact]))
  const matches = await matched({ people, known })
  const resolutions = input.lines.map((line, i) => resolveLine(line, matches[i]!, byId))
  refuseOpen(input.lines, resolutions)
  const contacts = newContacts(viewer, input, resolutions)
  const { here, rest, parts, restParts } = await placesFor(trx, viewer, input, resolutions)
  const created: number[] = []
  const enrolAll = async (wanted: Wanted[], appointmentId: number, locked: LockedPart[]) => {
    const notes = new Map<number, string>()
    for (const { line, contactId: known } of wanted) {
      const contactId = known ?? (await addPerson(trx, viewer, contacts.get(line)!, services))
      if (known === null) created.push(contactId)
      notes.set(contactId, input.lines[line]!.person.fields.note ?? notes.get(contactId) ?? '')
    }
    const { whatAppointments, raiseMaximum, reservationId, waiver, invoiceTo } = input
    const where = { appointmentId, whatAppointments, raiseMaximum, reservationId, waiver, invoiceTo }
    return enrol(trx, viewer, { ...where, contactIds: [...notes.keys()], notes, locked })
  }
  const enrolled = [
    ...(here.length > 0 ? [await enrolAll(here, input.appointmentId, parts)] : []),
    ...(rest.length > 0 ? [await enrolAll(rest, input.restId!, restParts)] : []),
  ]
  return { ...together(enrolled), created, rest: rest.length }
}

/** What was done in several plannings, as one. */
function together(enrolled: Enrolled[]): Enrolled {
  return {
    people: enrolled.reduce((sum, { people }) => sum + people, 0),
    already: enrolled.reduce((sum, { already }) => sum + already, 0),
    redirected: enrolled.reduce((sum, { redirected }) => sum + redirected, 0),
    enrolmentIds: enrolled.flatMap(({ enrolmentIds }) => enrolmentIds),
    partIds: enrolled.flatMap(({ partIds }) => partIds),
  }
}

async function matched(list: Parameters<typeof matchList>[0]) {
  try {
    return await matchList(list)
  } catch (error) {
    if (error instanceof ParticipantListError) throw new Invalid({ lines: [error.message] })
    throw error
  }
}

/** A new person; a supervisor who would not see somebody new supervises them by name from then on (rulings 4). */
async function addPerson(trx: Trx, viewer: Viewer, input: ContactInput, services: Services): Promise<number> {
  const id = await addContact(trx, viewer, input, services)
  const seen = await trx
    .selectFrom('contacts')
    .select('id')
    .where('id', '=', id)
    .where(contactsVisibleTo(viewer))
    .executeTakeFirst()
  if (!seen && viewer.contactId !== null) await supervise(trx, viewer.contactId, id)
  return id
}

/** A line that gets a place, for a known contact or somebody new. */
interface Wanted {
  line: number
  contactId: number | null
}

/** Locks the parts, and sees to places before hundreds of contacts are made only to find that there are none. */
async function placesFor(
  trx: Trx,
  viewer: Viewer,
  input: ListInput,
  resolutions: Resolution[],
): Promise<{ here: Wanted[]; rest: Wanted[]; parts: LockedPart[]; restParts: LockedPart[] }> {
  const wanted = resolutions.flatMap((result, line): Wanted[] => {
    if (result.kind === 'contact') return [{ line, contactId: result.contactId }]
    return result.kind === 'new' ? [{ line, contactId: null }] : []
  })
  if (wanted.length === 0)
    throw new Invalid({ lines: ['Er is niemand om in te schrijven: alle regels zijn overgeslagen.'] })
  const { appointmentId, restId, whatAppointments: what } = input
  if (restId !== null) return dividePeople(trx, viewer, wanted, { appointmentId, restId, what })
  return { here: wanted, rest: [], parts: await lockPlaces(trx, viewer, input, wanted), restParts: [] }
}

async function lockPlaces(trx: Trx, viewer: Viewer, input: ListInput, wanted: Wanted[]): Promise<LockedPart[]> {
  const known = [...new Set(wanted.flatMap(({ contactId }) => (contactId === null ? [] : [contactId])))]
  const added = wanted.filter(({ contactId }) => contactId === null).length
  const locked = await lockChosen(trx, viewer, input.appointmentId, input.whatAppointments)
  const parts = freed(locked, await keptFor(trx, input.reservationId, locked))
  const partIds = parts.map(({ id }) => id)
  const enrolled = await listEnrolledIn(trx, partIds, known)
  const shortages = shortagesOf(
    parts,
    ({ id }) => added + known.filter((contact) => !enrolled[contact]?.includes(id)).length,
  )
  refuseShort(viewer, shortages, input.raiseMaximum, tooFewPlaces)
  return locked
}

function refuseOpen(lines: Line[], resolutions: Resolution[]): void {
  const errors: FieldMessages = {}
  for (const [i, line] of lines.entries()) {
    const result = resolutions[i]!
    if (result.kind === 'open') errors[`lines.${i}.choice`] = [result.message]
    if (result.kind === 'new') for (const { field, text } of line.problems) errors[`lines.${i}.${field}`] = [text]
  }
  const open = lines.filter((_, i) => resolutions[i]!.kind === 'open')
  if (open.length > 0) errors._form = [`${openText(open.map(nameOf))}.`]
  if (Object.keys(errors).length > 0) throw new Invalid(errors)
}

type ContactInput = Parameters<typeof addContact>[2]

/** The contacts to make, by line; all of them checked before the first is made. */
function newContacts(
  viewer: Viewer,
  { companyId, lines }: ListInput,
  resolutions: Resolution[],
): Map<number, ContactInput> {
  const contacts = new Map<number, ContactInput>()
  if (!resolutions.some(({ kind }) => kind === 'new')) return contacts
  const company = companyOfNew(viewer, companyId)
  const errors: FieldMessages = {}
  for (const [i, { kind }] of resolutions.entries()) {
    if (kind !== 'new') continue
    const read = ContactForm.safeParse(contactFields(lines[i]!.person.fields, company))
    if (read.success) contacts.set(i, read.data)
    else
      for (const [field, messages] of Object.entries(fieldMessages(read.error)))
        errors[`lines.${i}.${field}`] = messages
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors)
  return contacts
}

/** Supervisors bring new people only into their own companies, which is checked as a record of the form. */
function companyOfNew(viewer: Viewer, companyId: number | null | undefined): number | null {
  const planner = viewerScope(viewer, enrolmentArea, 'change') === 'all'
  if (companyId === undefined || (companyId === null && !planner))
    throw new Invalid({
      company_id: [
        planner
          ? 'Kies het bedrijf van de nieuwe cursisten, of vink aan dat zij particulier zijn.'
          : 'Kies het bedrijf van de nieuwe cursisten.',
      ],
    })
  return companyId
}
