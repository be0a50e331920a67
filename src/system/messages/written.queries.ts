import type * as z from 'zod'
import { HttpError, Invalid } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { RecordType } from '../../platform/manifest.ts'
import { ownerParam, ownerShape } from '../../platform/screens/form/carried.ts'
import type { Ctx, Example } from '../../platform/screens/screen.ts'
import type { Services } from '../../platform/services.ts'
import { senderValues } from './composed.queries.ts'
import { LiveForm, WriteForm, WriteQuery } from './messages.forms.ts'
import { reachOf, refuseTemplate, somePeople } from './messages.queries.ts'
import { type Audience, type LinkServices, audienceOf, choosesPeople } from './points.ts'
import { senderOf } from './senders.queries.ts'
import { EmptySubject, parseTemplate, renderTemplate } from './template.rules.ts'

export type Query = z.output<typeof WriteQuery>
export type Form = z.output<typeof WriteForm>

/** `:type` of a message that goes to whoever helps, whom nobody chooses. */
export const HELPDESK = 'helpdesk'

/** Whom a message of this type is for; null for the helpdesk. @throws NotFound for a type there is none of */
const audienceFor = ({ registry }: Services, type: string): Audience | null =>
  type === HELPDESK ? null : audienceOf(registry, type)

/** The record whose people it goes to, or the one it goes to itself; the doors have seen to it that it is there. */
export const recordIn = (query: Query, { record }: Audience): number | undefined =>
  (query as Record<string, unknown>)[ownerParam(record)] as number | undefined

/** What is sent to write such a message: somebody it goes to is asked for along with the message itself. */
export function formFor({
  params,
  query,
  services,
}: Pick<Ctx<{ type: string }, Query>, 'params' | 'query' | 'services'>) {
  const audience = audienceFor(services, params.type)
  const byKind = audience !== null && !choosesPeople(audience)
  const known = audience?.kinds.map(({ key }) => key) ?? []
  const chooses = audience !== null && !byKind && chosenBefore(query, audience).length === 0
  if (query.live) return LiveForm
  return WriteForm.extend({
    recipients: WriteForm.shape.recipients.refine((ids) => !chooses || ids.length > 0, 'Kies minimaal één ontvanger.'),
    kinds: WriteForm.shape.kinds.refine(
      (kinds) => !byKind || (kinds.length > 0 && kinds.every((kind) => known.includes(kind))),
      'Kies minimaal één soort ontvanger.',
    ),
  })
}

/** The records that the address names: those it goes to, or the one whose people it goes to. */
function chosenBefore(query: Query, audience: Audience): number[] {
  const one = recordIn(query, audience)
  return one === undefined ? query.ids : [one]
}

/** Whom it is for: the chosen people, or those of one record; the helpdesk needs no choice. */
export async function recipientsOf(
  services: Services,
  type: string,
  query: Query,
): Promise<{ audience: Audience; ids: number[]; about: string } | null> {
  const audience = audienceFor(services, type)
  if (!audience) return null
  const ids = chosenBefore(query, audience)
  if (!choosesPeople(audience) && recordIn(query, audience) === undefined) {
    const { one } = services.registry.record(audience.record).label
    throw new HttpError(400, `Een bericht aan een ${one} begint bij die ${one}, op het tabblad Berichten.`)
  }
  const record = { type: audience.chosenBy ?? audience.record, id: ids[0]! }
  const about = ids.length === 1 ? (await services.registry.describe(services.db, record)).name : ''
  return { audience, ids, about }
}

/** How the tests call the screens of a message to the people of a record. */
export const writeExample: Example = (story) => ({
  params: { type: 'course' },
  query: { appointment_id: String(story.appointments.coming) },
  form: { subject: 'Andere ingang', content: '<p>Gebruik de achterdeur.</p>', 'kinds[]': 'students' },
  foreign: { appointment_id: 999_999 },
})

/** The query, with a record of each of these types. */
export const queryOf = (types: readonly RecordType[]) =>
  WriteQuery.extend(ownerShape(types)) as unknown as typeof WriteQuery

export interface Recipients {
  audience: Audience
  ids: number[]
  /** The kinds of people it goes to. */
  kinds: string[]
}

/**
 * Whom a message that was written goes to, by its address and its form; null for the helpdesk.
 * @throws Invalid (422) when the message cannot be made for all of them
 */
export async function addressed(
  services: Services,
  type: string,
  query: Query,
  form: Form,
): Promise<Recipients | null> {
  const ids = query.ids.length > 0 ? query.ids : form.recipients
  const to = await recipientsOf(services, type, { ...query, ids })
  if (!to) return null
  const all = to.audience.kinds.map(({ key }) => key)
  const chosen = choosesPeople(to.audience) ? all : form.kinds
  // Before anybody is chosen it is shown as for the first kind.
  const kinds = chosen.length > 0 ? chosen : all.slice(0, 1)
  refuseTemplate(to.audience, form, { kinds })
  return { audience: to.audience, ids: to.ids, kinds }
}

/**
 * To how many of those who are chosen a message goes, and who of them has no address that mail can be sent to, with where
 * it is added.
 */
export async function reachedBy(
  db: Db,
  { registry }: Pick<Services, 'registry'>,
  viewer: Viewer,
  { audience, ids, kinds: chosen }: Recipients,
) {
  const kinds = choosesPeople(audience) ? audience.kinds.map(({ key }) => key) : chosen
  const { reached, missing, named } = await reachOf(db, viewer, audience, { ids, kinds })
  const { open } = registry.record(audience.recipient)
  const people = named.map(({ id, name }) => ({
    name,
    // Below zero is nobody: what should have somebody and has not.
    url: open === null || id < 0 ? null : open.replace('{id}', String(id)),
  }))
  return { reached, missing, people }
}

/**
 * The message as one of the recipients would get it: the chosen one, when it goes to people like that.
 * @throws Invalid (422) when it cannot be made
 */
export async function messageFor(
  db: Db | Trx,
  viewer: Viewer,
  to: Recipients,
  form: Pick<Form, 'subject' | 'content' | 'preview' | 'sender'>,
  services?: LinkServices,
) {
  refuseTemplate(to.audience, form, to)
  const people = await somePeople(db, viewer, to.audience, to.ids, to.kinds)
  const person = people.find(({ id }) => id === form.preview) ?? people[0]
  if (!person) throw new Invalid({ _form: ['Geen van de ontvangers heeft een geldig e-mailadres.'] })
  const chosen = [{ id: person.id, kind: person.kind }]
  const values = await to.audience.values(db, to.ids, chosen, services)
  const shared = await senderValues({ db }, await senderOf(db, viewer, form.sender))
  try {
    return { people, person, ...renderTemplate(parseTemplate(form), { ...shared, ...values.get(person.id) }) }
  } catch (error) {
    if (!(error instanceof EmptySubject)) throw error
    throw new Invalid({ subject: [`Het onderwerp is leeg voor ${person.name}.`] })
  }
}
