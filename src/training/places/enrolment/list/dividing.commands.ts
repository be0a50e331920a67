import { Invalid } from '../../../../platform/errors.ts'
import type { Viewer } from '../../../../platform/access/viewer.ts'
import type { Trx } from '../../../../platform/database/types.ts'
import { type LockedPart, lockChosen, lockTogether } from '../enrolment.queries.ts'
import { type WhatAppointments, freePlaces, shortageText, shortagesOf } from '../enrolment.rules.ts'
import { listEnrolledIn } from './list.queries.ts'

/** Somebody on a list who is to get a place: a known contact, or null for a new one. */
interface Wanted {
  contactId: number | null
}

/**
 * Divides the people of a list over two plannings, in the order of the list: who fits stays, the rest goes to the other
 * one. Whoever is in either already stays there, so that saving once more moves and adds nobody. Locks the parts of
 * both.
 * @throws Invalid on `rest_appointment_id` when the other planning has too few places, or is the same one
 */
export async function dividePeople<Person extends Wanted>(
  trx: Trx,
  viewer: Viewer,
  people: readonly Person[],
  { appointmentId, restId, what }: { appointmentId: number; restId: number; what: WhatAppointments },
): Promise<{ here: Person[]; rest: Person[]; parts: LockedPart[]; restParts: LockedPart[] }> {
  await lockTogether(trx, [appointmentId, restId], what)
  const [parts, restParts] = [
    await lockChosen(trx, viewer, appointmentId, what),
    await lockChosen(trx, viewer, restId, what),
  ]
  if (parts.some(({ id }) => restParts.some((other) => other.id === id)))
    throw new Invalid({ rest_appointment_id: ['Kies een andere planning dan die waarin u inschrijft.'] })
  const ids = people.flatMap(({ contactId }) => (contactId === null ? [] : [contactId]))
  const enrolled = await listEnrolledIn(
    trx,
    [...parts, ...restParts].map(({ id }) => id),
    ids,
  )
  const partsOf = ({ contactId }: Wanted) => (contactId === null ? [] : (enrolled[contactId] ?? []))
  const isIn = (person: Wanted, planning: readonly { id: number }[]) =>
    planning.some(({ id }) => partsOf(person).includes(id))
  let free = Math.min(...parts.map(freePlaces))
  const staysHere = (person: Wanted) => {
    if (isIn(person, parts)) return true
    if (isIn(person, restParts) || free <= 0) return false
    free--
    return true
  }
  const here: Person[] = []
  const rest: Person[] = []
  // Two lines may turn out to be one contact, who is in one planning only.
  const decided = new Map<number, boolean>()
  for (const person of people) {
    const stays = (person.contactId === null ? undefined : decided.get(person.contactId)) ?? staysHere(person)
    if (person.contactId !== null) decided.set(person.contactId, stays)
    ;(stays ? here : rest).push(person)
  }
  const shortages = shortagesOf(
    restParts,
    ({ id }) =>
      new Set(rest.flatMap((person, i) => (partsOf(person).includes(id) ? [] : [person.contactId ?? `new ${i}`]))).size,
  )
  if (shortages.length > 0)
    throw new Invalid({ rest_appointment_id: [`De rest past niet in deze planning. ${shortageText(shortages)}`] })
  return { here, rest, parts, restParts }
}
