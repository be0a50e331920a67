import type * as z from 'zod'
import { HttpError, Invalid, NotFound } from '../../platform/errors.ts'
import { formatCount } from '../../platform/format/format.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { messagesArea } from '../../platform/mail/rights.ts'
import { sentFlash } from '../../platform/mail/sending.ts'
import { type Audience, audienceOf, choosesPeople } from './points.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { RecordType } from '../../platform/manifest.ts'
import { ownerParam, ownerRecords, ownerShape } from '../../platform/screens/carried.ts'
import { formPopup } from '../../platform/screens/form-popup.ts'
import type { Flash } from '../../platform/screens/models.ts'
import { preview } from '../../platform/screens/preview.ts'
import type { Saved } from '../../platform/screens/save.ts'
import type { Ctx, Example } from '../../platform/screens/screen.ts'
import type { Services } from '../../platform/services.ts'
import { editorProps } from './editor.rules.ts'
import { plainText } from './html.rules.ts'
import { senderValues } from './mailing.job.ts'
import { queueMailing } from './messages.commands.ts'
import { WriteForm, WriteQuery } from './messages.forms.ts'
import {
  countPeople,
  defaultOptions,
  getDefault,
  noMailServer,
  sharedVariables,
  somePeople,
} from './messages.queries.ts'
import { sendLabel } from './write.contract.ts'
import { EmptySubject, SENDER_VARIABLES, parseTemplate, renderTemplate, templateProblem } from './template.rules.ts'

const HOME = '/messages'
const access = { area: messagesArea, record: 'message' } as const
type Query = z.output<typeof WriteQuery>
type Form = z.output<typeof WriteForm>

/** `:type` of a message that goes to whoever helps, whom nobody chooses. */
const HELPDESK = 'helpdesk'

/** Whom a message of this type is for; null for the helpdesk. @throws NotFound for a type there is none of */
const audienceFor = ({ registry }: Services, type: string): Audience | null =>
  type === HELPDESK ? null : audienceOf(registry, type)

/** The record whose people it goes to, or the one it goes to itself; the doors have seen to it that it is there. */
const recordIn = (query: Query, { record }: Audience): number | undefined =>
  (query as Record<string, unknown>)[ownerParam(record)] as number | undefined

/** What is sent to write such a message: somebody it goes to is asked for along with the message itself. */
function formFor({ params, query, services }: Pick<Ctx<{ type: string }, Query>, 'params' | 'query' | 'services'>) {
  const audience = audienceFor(services, params.type)
  const byKind = audience !== null && !choosesPeople(audience)
  const known = audience?.kinds.map(({ key }) => key) ?? []
  const chooses = audience !== null && !byKind && chosenBefore(query, audience).length === 0
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
async function recipientsOf(
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
  const record = { type: audience.record, id: ids[0]! }
  const about = ids.length === 1 ? (await services.registry.describe(services.db, record)).name : ''
  return { audience, ids, about }
}

/** What the popup is called. */
function titleOf(services: Services, audience: Audience | undefined): string {
  if (!audience) return 'Bericht aan de helpdesk'
  if (choosesPeople(audience)) return 'Bericht schrijven'
  return `Bericht aan een ${services.registry.record(audience.record).label.one}`
}

const example: Example = (story) => ({
  params: { type: 'course' },
  query: { appointment_id: String(story.appointments.coming) },
  form: { subject: 'Andere ingang', content: '<p>Gebruik de achterdeur.</p>', 'kinds[]': 'students' },
  foreign: { appointment_id: 999_999 },
})

/** The query, with a record of each of these types. */
const queryOf = (types: readonly RecordType[]) => WriteQuery.extend(ownerShape(types)) as unknown as typeof WriteQuery

/** Writes to people, or to those of a record of one of these types. */
export const messageWrite = (types: readonly RecordType[]) =>
  formPopup({
    ...access,
    recordParam: null,
    alsoRecords: ownerRecords(types),
    right: 'change',
    path: '/messages/write/:type(word)',
    home: HOME,
    query: queryOf(types),
    load: async ({ db, params: { type }, query, viewer, services }) => {
      const to = await recipientsOf(services, type, query)
      const template = query.template === undefined ? null : await getDefault(db, query.template)
      const counts = to && (await countPeople(db, viewer, to.audience, to.ids))
      const one = to && choosesPeople(to.audience) ? to.audience.recipient : null
      const kinds = (to?.audience.kinds ?? []).map((kind) => ({ ...kind, ...counts![kind.key]! }))
      return {
        type,
        title: titleOf(services, to?.audience),
        about: to?.about ?? '',
        template,
        templates: to ? await defaultOptions(db) : [],
        address: addressOf(query, to?.audience),
        one,
        kinds,
        people: to ? await somePeople(db, viewer, to.audience, to.ids) : [],
        editor: editorProps(kinds.flatMap((kind) => kind.variables)),
        choosesPeople: one !== null && to?.ids.length === 0,
        warning: await noMailServer(services),
        recipients: Object.fromEntries(Object.entries(counts ?? {}).map(([chosen, { reached }]) => [chosen, reached])),
      }
    },
    title: ({ title }) => title,
    subtitle: ({ about }) => about || null,
    view: 'system/messages/write',
    form: formFor,
    submits: ({ one, kinds, people }) => [
      { label: people.length > 0 && one !== null ? sendLabel(kinds[0]!.reached) : 'Versturen' },
    ],
    save: async ({ trx, params, query, form, viewer, services }) => {
      const to = await addressed(services, params.type, query, form)
      if (!to) return writeToHelpdesk(trx, services, viewer, form)
      if (form.test) return sendTest(trx, services, viewer, to, form)
      const of = choosesPeople(to.audience) ? null : to.ids[0]!
      const { queued, missing } = await queueMailing(trx, services, viewer, to.audience, { ...form, ...to, of })
      if (queued === 0) throw new Invalid({ _form: ['Geen van de ontvangers heeft een geldig e-mailadres.'] })
      return { changed: [{ type: 'message', id: 0 }], flash: await toldOf(services, queued, missing) }
    },
    example,
  })

/** The recipients as the query of an address. */
function addressOf(query: Query, audience: Audience | undefined): string {
  const one = audience && recordIn(query, audience)
  return new URLSearchParams({
    ...(one === undefined ? {} : { [ownerParam(audience!.record)]: String(one) }),
    ...(query.ids.length === 0 ? {} : { ids: query.ids.join(',') }),
  }).toString()
}

/** For how many it is ready, and how many get nothing wherever it goes. */
function toldOf(services: Services, queued: number, missing: number): Promise<Flash> {
  const sent = `Het bericht staat klaar voor ${formatCount(queued, 'ontvanger', 'ontvangers')}`
  if (missing === 0) return sentFlash(services, sent, { mails: queued })
  const nothing = `${missing} zonder geldig e-mailadres ${missing === 1 ? 'krijgt' : 'krijgen'} niets`
  return sentFlash(services, `${sent}; ${nothing}`, { mails: queued, done: `${nothing}.` })
}

interface Recipients {
  audience: Audience
  ids: number[]
  /** The kinds of people it goes to. */
  kinds: string[]
}

/**
 * Whom a message that was written goes to, by its address and its form; null for the helpdesk.
 * @throws Invalid (422) when the message cannot be made for all of them
 */
async function addressed(services: Services, type: string, query: Query, form: Form): Promise<Recipients | null> {
  const ids = query.ids.length > 0 ? query.ids : form.recipients
  const to = await recipientsOf(services, type, { ...query, ids })
  if (!to) return null
  const kinds = choosesPeople(to.audience) ? to.audience.kinds.map(({ key }) => key) : form.kinds
  const problem = templateProblem(form, [...sharedVariables(to.audience, kinds), ...SENDER_VARIABLES])
  if (problem !== null) throw new Invalid(problem)
  return { audience: to.audience, ids: to.ids, kinds }
}

/** The message as one of the recipients would get it: the chosen one, when it goes to people like that. */
async function messageFor(db: Db | Trx, viewer: Viewer, to: Recipients, form: Form) {
  const people = await somePeople(db, viewer, to.audience, to.ids, to.kinds)
  const person = people.find(({ id }) => id === form.preview) ?? people[0]
  if (!person) throw new Invalid({ _form: ['Geen van de ontvangers heeft een geldig e-mailadres.'] })
  const chosen = [{ id: person.id, kind: person.kind }]
  const values = await to.audience.values(db, to.ids, chosen)
  const shared = await senderValues({ db }, viewer)
  try {
    return { people, person, ...renderTemplate(parseTemplate(form), { ...shared, ...values.get(person.id) }) }
  } catch (error) {
    if (!(error instanceof EmptySubject)) throw error
    throw new Invalid({ subject: [`Het onderwerp is leeg voor ${person.name}.`] })
  }
}

async function sendTest(trx: Trx, services: Services, viewer: Viewer, to: Recipients, form: Form): Promise<Saved> {
  const { person, subject, html } = await messageFor(trx, viewer, to, form)
  const mail = await queueMail(trx, services, {
    to: viewer.email,
    subject: `Test: ${subject}`,
    text: plainText(html),
    html,
    sentBy: viewer.id,
  })
  return {
    close: false,
    changed: [{ type: 'message', id: mail }],
    flash: await sentFlash(services, `Testbericht, zoals voor ${person.name}, wordt naar ${viewer.email} gestuurd`),
  }
}

async function writeToHelpdesk(trx: Trx, services: Services, viewer: Viewer, form: Form): Promise<Saved> {
  const helpdesk = await trx.selectFrom('users').select('email').where('is_support', '=', true).execute()
  if (helpdesk.length === 0) throw new Invalid({ _form: ['Er is geen helpdesk ingesteld.'] })
  for (const { email } of helpdesk)
    await queueMail(trx, services, {
      to: email,
      subject: form.subject,
      text: plainText(form.content),
      html: form.content,
      replyTo: viewer.email,
      sentBy: viewer.id,
    })
  return {
    changed: [{ type: 'message', id: 0 }],
    flash: await sentFlash(services, 'Bericht aan de helpdesk wordt verstuurd'),
  }
}

/** How the message looks for one recipient; nothing is kept. */
export const messagePreview = (types: readonly RecordType[]) =>
  preview({
    ...access,
    recordParam: null,
    alsoRecords: ownerRecords(types),
    right: 'view',
    path: '/messages/preview/:type(word)',
    query: queryOf(types),
    form: formFor,
    view: 'system/messages/preview',
    load: async ({ db, viewer, params: { type }, query, services, form }) => {
      const to = await addressed(services, type, query, form)
      if (!to) throw new NotFound()
      const message = await messageFor(db, viewer, to, form)
      // Whom the message goes to by its address stands in the form already, to be chosen from.
      const choice = query.ids.length === 0 && form.recipients.length > 1 ? message.people : []
      return { ...message, choice, address: `/messages/preview/${type}` }
    },
    example,
  })
