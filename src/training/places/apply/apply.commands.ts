import { ROLE } from '../../../platform/access/roles.ts'
import { withoutAccount } from '../../../platform/access/viewer.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { type FieldMessages, Invalid } from '../../../platform/errors.ts'
import { fieldMessages } from '../../../platform/forms/invalid.ts'
import { formatCount, formatDate } from '../../../platform/format/format.ts'
import type { Services } from '../../../platform/services.ts'
import { ContactForm, addContact } from '../../../relations/contacts/index.ts'
import { usePlaces } from '../../money/agreements/index.ts'
import { Unqualified, enrol } from '../enrolment/index.ts'
import { followEnrolments } from '../../money/ordering/index.ts'
import { askedText, findAsked } from '../../catalogue/requirements/index.ts'
import type { ApplyInput, ApplyPerson } from './apply.forms.ts'
import { type OpenAgreement, findPlanning, listNamesakes, lockOpen } from './apply.queries.ts'
import { identityOf, ownOf } from './apply.rules.ts'

/** Who comes by a link: nobody with a right of their own. */
const VISITOR = withoutAccount()

/** How many were enrolled who were not yet; null when nothing can be had by the link any more. */
export type Applied = { people: number } | null

/**
 * Enrols people of the company whose link it is, in all parts of a planning: those it has already, and new ones. What is
 * sent twice enrols nobody twice.
 * @throws Invalid on `appointment_group_id` for a planning that is full or closed by now, on `persons` for more people
 *   than places were left
 */
export async function apply(trx: Trx, services: Services, token: string, input: ApplyInput): Promise<Applied> {
  const agreement = await lockOpen(trx, token)
  if (agreement === null) return null
  const line = lineOf(agreement, input.course_id)
  const asked = { planningId: input.appointment_group_id, courseId: line.course_id, companyId: agreement.company_id }
  const planning = await findPlanning(trx, asked)
  if (!planning) throw full()
  const people = [...new Map(input.persons.map((person) => [identityOf(person), person])).values()]
  const namesakes = await listNamesakes(trx, agreement.company_id, people)
  const known = new Map<ApplyPerson, number>()
  for (const [place, person] of people.entries()) {
    const id = ownOf(person, place, namesakes)
    if (id !== null) known.set(person, id)
  }
  const partIds = planning.siblings.map(({ id }) => id)
  const placed = await placedIn(trx, partIds, [...known.values()])
  const coming = onceEach(people, known).filter((person) => !placed.has(known.get(person) ?? 0))
  if (coming.length > line.left)
    throw new Invalid({
      persons: [`Er ${line.left === 1 ? 'is' : 'zijn'} nog ${formatCount(line.left, 'plaats', 'plaatsen')} over.`],
    })
  if (coming.length === 0) return { people: 0 }
  const contactIds: number[] = []
  const added = readNew(agreement, input.persons, coming, known)
  for (const person of coming)
    contactIds.push(known.get(person) ?? (await addContact(trx, VISITOR, added.get(person)!, services)))
  const enrolled = await enrolHere(
    trx,
    { planningId: asked.planningId, partId: partIds[0]! },
    contactIds,
    agreement.company_id,
  )
  await usePlaces(trx, { agreementId: agreement.id, lineId: line.id, planningId: asked.planningId, contactIds })
  await followEnrolments(trx, asked.planningId, contactIds)
  await services.changes.announce(trx, [
    { type: 'agreement', id: agreement.id },
    ...contactIds.map((id) => ({ type: 'contact', id })),
    ...enrolled.partIds.map((id) => ({ type: 'appointment', id })),
    ...enrolled.enrolmentIds.map((id) => ({ type: 'enrolment', id })),
  ])
  return { people: coming.length }
}

/** Two rows may turn out to be the same person of the company. */
const onceEach = (people: ApplyPerson[], known: ReadonlyMap<ApplyPerson, number>): ApplyPerson[] =>
  people.filter(
    (person, i) => !known.has(person) || people.findIndex((one) => known.get(one) === known.get(person)) === i,
  )

const full = () => new Invalid({ appointment_group_id: ['Hier is niet genoeg plaats meer. Kies een andere datum.'] })

/** @throws Invalid on `course_id` for a course that the agreement does not have, or of which nothing is left */
function lineOf({ lines }: OpenAgreement, courseId: number) {
  const line = lines.find(({ course_id, active, left }) => course_id === courseId && active && left > 0)
  if (!line) throw new Invalid({ course_id: ['Van deze opleiding zijn geen plaatsen over. Kies een andere.'] })
  return line
}

/** Those of the people who are in all of the parts. */
async function placedIn(trx: Trx, partIds: number[], contactIds: number[]): Promise<Set<number>> {
  if (contactIds.length === 0) return new Set()
  const rows = await trx
    .selectFrom('enrolments')
    .select('contact_id')
    .where('appointment_id', 'in', partIds)
    .where('contact_id', 'in', contactIds)
    .groupBy('contact_id')
    .having((eb) => eb.fn.countAll(), '=', partIds.length)
    .execute()
  return new Set(rows.map(({ contact_id }) => contact_id))
}

type NewContact = Parameters<typeof addContact>[2]

/** The contacts to make, checked before the first is made. @throws Invalid on `persons.N.…` */
function readNew(
  { company_id }: OpenAgreement,
  sent: ApplyPerson[],
  coming: ApplyPerson[],
  known: ReadonlyMap<ApplyPerson, number>,
): Map<ApplyPerson, NewContact> {
  const contacts = new Map<ApplyPerson, NewContact>()
  const errors: FieldMessages = {}
  for (const person of coming.filter((one) => !known.has(one))) {
    const { birth_date, ...fields } = person
    const read = ContactForm.safeParse({
      ...fields,
      birth_date: formatDate(birth_date),
      company_id: String(company_id),
      roles: String(ROLE.student),
    })
    if (read.success) contacts.set(person, read.data)
    else
      for (const [field, messages] of Object.entries(fieldMessages(read.error)))
        errors[`persons.${sent.indexOf(person)}.${field}`] = messages
  }
  if (Object.keys(errors).length > 0) throw new Invalid(errors)
  return contacts
}

/** Whatever enrolling refuses, the page says about the planning: it knows of nothing else to choose. */
async function enrolHere(
  trx: Trx,
  { planningId, partId }: { planningId: number; partId: number },
  contactIds: number[],
  forCompany: number,
) {
  try {
    return await enrol(trx, VISITOR, { appointmentId: partId, contactIds, whatAppointments: 'all', forCompany })
  } catch (error) {
    // What is known of whom is not told to who comes by a link.
    if (error instanceof Unqualified) {
      const asked = (await findAsked(trx, planningId))!
      throw new Invalid({
        persons: [
          `Deze opleiding vraagt ${askedText(asked)}. Daarom kan deze inschrijving niet online. Neem contact met ons op.`,
        ],
      })
    }
    if (error instanceof Invalid && 'students' in error.fields) throw full()
    throw error
  }
}
