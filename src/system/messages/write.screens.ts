import type * as z from 'zod'
import { HttpError, Invalid, NotFound } from '../../platform/errors.ts'
import { parseForm } from '../../platform/forms/invalid.ts'
import { sendHtml } from '../../platform/http/respond.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { messagesArea } from '../../platform/mail/rights.ts'
import { tellSent } from '../../platform/mail/sending.ts'
import { type Audience, audienceOf } from './points.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { formPopup } from '../../platform/screens/form-popup.ts'
import type { Saved } from '../../platform/screens/save.ts'
import { raw } from '../../platform/screens/raw.ts'
import { type Ctx, type Example, signedIn } from '../../platform/screens/screen.ts'
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

const TITLES = { default: 'Bericht schrijven', course: 'Bericht aan een planning', helpdesk: 'Bericht aan de helpdesk' }
type MessageType = keyof typeof TITLES

function typeOf(type: string): MessageType {
  if (!(type in TITLES)) throw new NotFound()
  return type as MessageType
}

/** What is sent to write such a message: somebody it goes to is asked for along with the message itself. */
function formFor({ params, query, services }: Pick<Ctx<{ type: string }, Query>, 'params' | 'query' | 'services'>) {
  const type = typeOf(params.type)
  const known = type === 'course' ? audienceOf(services.registry, type).kinds.map(({ key }) => key) : []
  const chooses = type === 'default' && query.contact_id === undefined && query.ids.length === 0
  return WriteForm.extend({
    contacts: WriteQuery.shape.ids.refine((ids) => !chooses || ids.length > 0, 'Kies minimaal één ontvanger.'),
    kinds: WriteForm.shape.kinds.refine(
      (kinds) => type !== 'course' || (kinds.length > 0 && kinds.every((kind) => known.includes(kind))),
      'Kies minimaal één soort ontvanger.',
    ),
  })
}

/** Whom it is for: the chosen contacts, or the people of a planning; the helpdesk needs no choice. */
async function recipientsOf(
  services: Services,
  viewer: Viewer,
  type: MessageType,
  query: Query,
): Promise<{ audience: Audience; ids: number[]; about: string } | null> {
  if (type === 'helpdesk') return null
  const audience = audienceOf(services.registry, type)
  const single = type === 'course' ? query.appointment_id : query.contact_id
  const ids = single === undefined ? query.ids : [single]
  if (type === 'course' && ids.length !== 1)
    throw new HttpError(400, 'Open een bericht aan een planning vanuit de planning.')
  for (const id of type === 'course' ? ids : [])
    await services.registry.assertVisible(services.db, viewer, audience.record, id)
  const about =
    ids.length === 1 ? (await services.registry.describe(services.db, { type: audience.record, id: ids[0]! })).name : ''
  return { audience, ids, about }
}

const example: Example = (story) => ({
  params: { type: 'course' },
  query: { appointment_id: String(story.appointments.coming) },
  form: { subject: 'Andere ingang', content: '<p>Gebruik de achterdeur.</p>', 'kinds[]': 'students' },
})

export const messageWrite = formPopup({
  ...access,
  recordParam: null,
  right: 'change',
  path: '/messages/write/:type',
  home: HOME,
  query: WriteQuery,
  load: async ({ db, params, query, viewer, services }) => {
    const type = typeOf(params.type)
    const to = await recipientsOf(services, viewer, type, query)
    const template = query.template === undefined ? null : await getDefault(db, query.template)
    const counts = to && (await countPeople(db, viewer, to.audience, to.ids))
    return {
      type,
      about: to?.about ?? '',
      template,
      templates: to ? await defaultOptions(db) : [],
      address: new URLSearchParams({
        ...(query.appointment_id === undefined ? {} : { appointment_id: String(query.appointment_id) }),
        ...(query.contact_id === undefined ? {} : { contact_id: String(query.contact_id) }),
        ...(query.ids.length === 0 ? {} : { ids: query.ids.join(',') }),
      }).toString(),
      kinds: (to?.audience.kinds ?? []).map((kind) => ({ ...kind, ...counts![kind.key]! })),
      people: to ? await somePeople(db, viewer, to.audience, to.ids) : [],
      editor: editorProps((to?.audience.kinds ?? []).flatMap((kind) => kind.variables)),
      choosesContacts: type === 'default' && to?.ids.length === 0,
      warning: await noMailServer(services),
      recipients: Object.fromEntries(Object.entries(counts ?? {}).map(([kinds, { reached }]) => [kinds, reached])),
    }
  },
  title: ({ type }) => TITLES[type],
  subtitle: ({ about }) => about || null,
  view: 'system/messages/write',
  form: formFor,
  submits: ({ recipients, people }) => [
    { label: people.length > 0 && 'contacts' in recipients ? sendLabel(recipients.contacts) : 'Versturen' },
  ],
  save: async ({ trx, params, query, form, viewer, services }) => {
    const to = await addressed(services, viewer, typeOf(params.type), query, form)
    if (!to) return writeToHelpdesk(trx, services, viewer, form)
    if (form.test) return sendTest(trx, services, viewer, to, form)
    const { audience, ...people } = to
    const { queued, missing } = await queueMailing(trx, services, viewer, audience, { ...form, ...people })
    if (queued === 0) throw new Invalid({ _form: ['Geen van de ontvangers heeft een geldig e-mailadres.'] })
    return { changed: [{ type: 'message', id: 0 }], flash: await tellSent(services, queuedText(queued, missing)) }
  },
  example,
})

function queuedText(queued: number, missing: number): string {
  const sent =
    queued === 1 ? 'Het bericht staat klaar voor 1 ontvanger' : `Het bericht staat klaar voor ${queued} ontvangers`
  if (missing === 0) return sent
  return `${sent}; ${missing} zonder geldig e-mailadres ${missing === 1 ? 'krijgt' : 'krijgen'} niets`
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
async function addressed(
  services: Services,
  viewer: Viewer,
  type: MessageType,
  query: Query,
  form: Form & { contacts: number[] },
): Promise<Recipients | null> {
  const ids = query.ids.length > 0 ? query.ids : form.contacts
  const to = await recipientsOf(services, viewer, type, { ...query, ids })
  if (!to) return null
  const kinds = type === 'default' ? to.audience.kinds.map(({ key }) => key) : form.kinds
  const problem = templateProblem(form, [...sharedVariables(to.audience, kinds), ...SENDER_VARIABLES])
  if (problem !== null) throw new Invalid(problem)
  return { audience: to.audience, ids: to.ids, kinds }
}

/** The message as one of the recipients would get it: the chosen one, when it goes to people like that. */
async function messageFor(db: Db | Trx, viewer: Viewer, to: Recipients, form: Form) {
  const people = await somePeople(db, viewer, to.audience, to.ids, to.kinds)
  const person = people.find(({ contact_id }) => contact_id === form.preview) ?? people[0]
  if (!person) throw new Invalid({ _form: ['Geen van de ontvangers heeft een geldig e-mailadres.'] })
  const chosen = [{ contactId: person.contact_id, kind: person.kind }]
  const values = await to.audience.values(db, to.ids, chosen)
  const shared = await senderValues({ db }, viewer)
  try {
    return { people, person, ...renderTemplate(parseTemplate(form), { ...shared, ...values.get(person.contact_id) }) }
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
    flash: await tellSent(services, `Testbericht, zoals voor ${person.name}, wordt naar ${viewer.email} gestuurd`),
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
  return { changed: [{ type: 'message', id: 0 }], flash: await tellSent(services, 'Bericht aan de helpdesk verstuurd') }
}

/** How the message looks for one recipient; nothing is kept. */
export const messagePreview = raw({
  ...access,
  recordParam: null,
  right: 'view',
  path: '/messages/preview/:type',
  kind: 'action',
  methods: ['POST'],
  handle: async ({ req, res, params, viewer: seen, services }) => {
    const viewer = signedIn(seen)
    const query = parseForm(WriteQuery, req.query)
    const type = typeOf(String(params.type))
    const form = parseForm(formFor({ params: { type }, query, services }), req.body)
    const to = await addressed(services, viewer, type, query, form)
    if (!to) throw new NotFound()
    const message = await messageFor(services.db, viewer, to, form)
    // Whom the message goes to by its address stands in the form already, to be chosen from.
    const choice = query.ids.length === 0 && form.contacts.length > 1 ? message.people : []
    sendHtml(res, services.views.render('system/messages/preview', { ...res.locals, ...message, choice }))
  },
  example,
})
