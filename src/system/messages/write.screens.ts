import { Invalid } from '../../platform/errors.ts'
import { formatCount, formatDateTime } from '../../platform/format/format.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import { listMailingFiles } from '../../platform/mail/attachments.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { messagesArea } from '../../platform/mail/rights.ts'
import { sentFlash } from '../../platform/mail/sending.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { RecordType } from '../../platform/manifest.ts'
import { ownerParam, ownerRecords } from '../../platform/screens/form/carried.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import type { Flash } from '../../platform/screens/models.ts'
import type { Saved } from '../../platform/screens/form/save.ts'
import type { Services } from '../../platform/services.ts'
import { readSetting } from '../settings/index.ts'
import { editorProps } from './editor.rules.ts'
import { plainText } from './html.rules.ts'
import { filesToSend, listDefaultFiles } from './attached.commands.ts'
import { FILES, WRITE_UPLOAD } from './messages.forms.ts'
import { queueMailing } from './messages.commands.ts'
import { countPeople, findWritten, fittingDefaults, getDefault, noMailServer, somePeople } from './messages.queries.ts'
import { type Audience, choosesPeople } from './points.ts'
import { senderOf, senderOptions } from './senders.queries.ts'
import { sendLabel } from './write.contract.ts'
import {
  type Form,
  type Query,
  type Recipients,
  HELPDESK,
  addressed,
  formFor,
  messageFor,
  queryOf,
  reachedBy,
  recipientsOf,
  recordIn,
  writeExample,
} from './written.queries.ts'

const HOME = '/messages'
const access = { area: messagesArea, record: 'message' } as const

/** What the popup is called. */
function titleOf(services: Services, audience: Audience | undefined): string {
  if (!audience) return 'Bericht aan de helpdesk'
  if (choosesPeople(audience)) return 'Bericht schrijven'
  return `Bericht aan een ${services.registry.record(audience.record).label.one}`
}

/** For how long what is sent can be called back, as a sentence; null when it leaves at once. */
async function waitText(db: Db): Promise<string | null> {
  const { undo_seconds: seconds } = await readSetting(db, 'mail')
  if (seconds === 0) return null
  return `Het bericht vertrekt na ${formatCount(seconds, 'seconde', 'seconden')}. Tot dan kunt u het terughalen.`
}

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
      const template = await textFor(db, query)
      const counts = to && (await countPeople(db, viewer, to.audience, to.ids))
      const one = to && choosesPeople(to.audience) ? to.audience.recipient : null
      const kinds = (to?.audience.kinds ?? []).map((kind) => ({ ...kind, ...counts![kind.key]! }))
      return {
        type,
        title: titleOf(services, to?.audience),
        about: to?.about ?? '',
        template,
        templates: to ? await fittingDefaults(db, to.audience) : [],
        reach: to && (await reachedBy(db, services, viewer, { ...to, kinds: kindsIn(query, to.audience) })),
        inCalendars: to?.audience.invitations !== undefined,
        waits: await waitText(db),
        kept: await filesOf(db, query),
        files: FILES,
        senders: await senderOptions(db, viewer),
        to: to ? kindsIn(query, to.audience) : [],
        address: addressOf(query, to?.audience),
        one,
        kinds,
        people: to ? await somePeople(db, viewer, to.audience, to.ids) : [],
        // Nothing is filled in for the helpdesk.
        editor: to ? editorProps(kinds.flatMap((kind) => kind.variables)) : { variables: [], loops: [] },
        choosesPeople: one !== null && to?.ids.length === 0,
        warning: await noMailServer(services),
        recipients: Object.fromEntries(Object.entries(counts ?? {}).map(([chosen, { reached }]) => [chosen, reached])),
      }
    },
    title: ({ title }) => title,
    subtitle: ({ about }) => about || null,
    size: 'xlarge',
    footnote: ({ waits }) => waits,
    back: 'form',
    view: 'system/messages/write',
    upload: () => Promise.resolve(WRITE_UPLOAD),
    form: formFor,
    submits: ({ type, one, kinds, people }) => [
      { label: people.length > 0 && one !== null ? sendLabel(kinds[0]!.reached) : 'Versturen' },
      ...(type === HELPDESK ? [] : [{ label: 'Test naar mijzelf', name: 'test' }]),
    ],
    save: async ({ trx, params, query, form, viewer, services }) => {
      const to = await addressed(services, params.type, query, form)
      const attachments = await filesToSend(trx, viewer, query.mailing, form)
      if (!to) return writeToHelpdesk(trx, services, viewer, { ...form, attachments })
      if (form.test) return sendTest(trx, services, viewer, to, { ...form, attachments })
      const of = choosesPeople(to.audience) ? null : to.ids[0]!
      const sendAt = form.send_at
      const sender = await senderOf(trx, viewer, form.sender)
      const calendar = form.calendar ? ('always' as const) : null
      const message = { ...form, ...to, of, sender, sendAt, attachments, calendar }
      const { queued, missing } = await queueMailing(trx, services, viewer, to.audience, message)
      if (queued === 0) throw new Invalid({ _form: ['Geen van de ontvangers heeft een geldig e-mailadres.'] })
      return { changed: [{ type: 'message', id: 0 }], flash: await toldOf(services, { queued, missing, sendAt }) }
    },
    example: writeExample,
  })

/** The kinds of people that are ticked when it opens. */
const kindsIn = ({ to }: Query, { kinds }: Audience) => {
  const asked = to.split(',')
  return kinds.map(({ key }) => key).filter((key) => asked.includes(key))
}

/** The recipients as the query of an address. */
function addressOf(query: Query, audience: Audience | undefined): string {
  const one = audience && recordIn(query, audience)
  return new URLSearchParams({
    ...(one === undefined ? {} : { [ownerParam(audience!.record)]: String(one) }),
    ...(query.ids.length === 0 ? {} : { ids: query.ids.join(',') }),
  }).toString()
}

/** What the message begins with: a default message, or what was written before. */
const textFor = async (db: Db, { template, mailing }: Query) =>
  template !== undefined
    ? getDefault(db, template)
    : mailing === undefined
      ? null
      : ((await findWritten(db, mailing)) ?? null)

/** The files that the message begins with. */
const filesOf = async (db: Db, { template, mailing }: Query) =>
  template !== undefined ? listDefaultFiles(db, template) : mailing === undefined ? [] : listMailingFiles(db, mailing)

/** For how many it is ready, and how many get nothing wherever it goes. */
async function toldOf(
  services: Services,
  { queued, missing, sendAt }: { queued: number; missing: number; sendAt: Date | null },
): Promise<Flash> {
  const people = formatCount(queued, 'ontvanger', 'ontvangers')
  const sent = sendAt
    ? `Het bericht gaat op ${formatDateTime(sendAt)} naar ${people}`
    : `Het bericht staat klaar voor ${people}`
  if (missing === 0) return sentFlash(services, sent, { mails: queued })
  const nothing = `${missing} zonder geldig e-mailadres ${missing === 1 ? 'krijgt' : 'krijgen'} niets`
  return sentFlash(services, `${sent}; ${nothing}`, { mails: queued, done: `${nothing}.` })
}

/** What was written, with its files kept. */
type Ready = Form & { attachments: number[] }

async function sendTest(trx: Trx, services: Services, viewer: Viewer, to: Recipients, form: Ready): Promise<Saved> {
  const { person, subject, html } = await messageFor(trx, viewer, to, form, services)
  const sender = await senderOf(trx, viewer, form.sender)
  const mail = await queueMail(trx, services, {
    to: viewer.email,
    subject: `Test: ${subject}`,
    text: plainText(html),
    html,
    attachments: form.attachments,
    replyTo: sender.email,
    senderName: sender.name,
    sentBy: viewer.id,
  })
  return {
    close: false,
    changed: [{ type: 'message', id: mail }],
    flash: await sentFlash(services, `Testbericht, zoals voor ${person.name}, wordt naar ${viewer.email} gestuurd`),
  }
}

async function writeToHelpdesk(trx: Trx, services: Services, viewer: Viewer, form: Ready): Promise<Saved> {
  const helpdesk = await trx.selectFrom('users').select('email').where('is_support', '=', true).execute()
  if (helpdesk.length === 0) throw new Invalid({ _form: ['Er is geen helpdesk ingesteld.'] })
  for (const { email } of helpdesk)
    await queueMail(trx, services, {
      to: email,
      subject: form.subject,
      text: plainText(form.content),
      html: form.content,
      attachments: form.attachments,
      replyTo: viewer.email,
      sentBy: viewer.id,
    })
  return {
    changed: [{ type: 'message', id: 0 }],
    flash: await sentFlash(services, 'Bericht aan de helpdesk wordt verstuurd'),
  }
}
