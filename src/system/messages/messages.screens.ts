import * as z from 'zod'
import { ROLE } from '../../platform/access/roles.ts'
import { recordEvent } from '../../platform/database/history.ts'
import { NotFound } from '../../platform/errors.ts'
import { openKept } from '../../platform/files/kept-files.ts'
import { formatCount, formatDateTime } from '../../platform/format/format.ts'
import { hasRole, may } from '../../platform/access/viewer.ts'
import { listAttachments } from '../../platform/mail/attachments.ts'
import { deleteUnsentMails, readableText } from '../../platform/mail/mail.ts'
import { messagesArea } from '../../platform/mail/rights.ts'
import { sentFlash } from '../../platform/mail/sending.ts'
import { action, file, fragment } from '../../platform/screens/call/calls.ts'
import { ownerParam } from '../../platform/screens/form/carried.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import type { Action } from '../../platform/screens/models.ts'
import { popup } from '../../platform/screens/popup/popup.ts'
import type { Services } from '../../platform/services.ts'
import { idList } from '../../platform/forms/fields.ts'
import { isForAdministrator } from '../accounts/index.ts'
import { deleteMail, leavePersonal, resendMail, setMailState } from './messages.commands.ts'
import { BulkResendForm, ResendForm, SettleForm } from './messages.forms.ts'
import { foreseeTexts } from './composed.queries.ts'
import { cleanHtml } from './html.rules.ts'
import { type MessageOwner, messageSteps, sentOptions } from './next.rules.ts'
import { MAIL_STATES, carriesMessages, getMail, isWaiting, listToResend, mailingOutcome } from './messages.queries.ts'
import { audiences } from './points.ts'
import { keptBack } from './resending.rules.ts'
import { errorsTruncateArea } from './rights.ts'

const HOME = '/messages'
const access = { area: messagesArea, record: 'message' } as const

/** What can be done with a message that waits for its time: of two buttons one is in the menu, or the title has no room. */
const WITHDRAW = { label: 'Terughalen', icon: 'arrow-back-up', path: 'withdraw' }
const SEND_NOW = { label: 'Nu versturen', icon: 'send', path: 'send' }
const plannedAction = (
  { id, state }: { id: number; state: string },
  { label, icon, path }: typeof SEND_NOW,
): Action[] => (state === 'scheduled' ? [{ label, icon, kind: 'post', url: `/messages/planned/${path}/${id}` }] : [])

/** Where the address of a message's recipient is mended: the record that it is about, if that has one. */
function ownerOf(
  { registry }: Services,
  { object_type, object_id }: { object_type: string | null; object_id: number | null },
): MessageOwner | null {
  const type = registry.recordTypes().find((known) => known.type === object_type)
  return type?.emailSql && type.open && object_id !== null
    ? { url: type.open.replace('{id}', String(object_id)), area: type.area }
    : null
}

export const messageView = popup({
  ...access,
  right: 'view',
  path: '/messages/view/:id',
  home: HOME,
  size: 'medium',
  load: async ({ db, params, viewer, services }) => {
    const stored = await getMail(db, params.id)
    const foreseen = isWaiting(stored.state) ? (await foreseeTexts(services, [stored.id])).get(stored.id) : undefined
    const { subject = stored.subject, html = stored.html_body } = foreseen ?? {}
    const mail = { ...stored, subject, html_body: html }
    // Without a mail server a link stays here; then an administrator passes it on, but nobody gets into the account of
    // another administrator by it.
    const stayed = mail.secret !== null && mail.state === 'kept' && hasRole(viewer, ROLE.administrator)
    const guarded = stayed && (await isForAdministrator(db, mail))
    return {
      mail,
      text: stayed && !guarded ? mail.text_body : readableText(mail),
      guarded,
      html: mail.html_body === null ? null : cleanHtml(mail.html_body),
      attachments: await listAttachments(db, mail),
      mailing: await mailingOutcome(db, mail.mailing_id),
      waits: isWaiting(mail.state),
      planned: mail.state === 'scheduled' ? formatDateTime(mail.send_at) : null,
      sentAt: formatDateTime(mail.sent_at),
      owner: ownerOf(services, mail),
    }
  },
  title: ({ mail }) => mail.subject,
  subtitle: ({ mail }) =>
    `Aan ${mail.recipient} · ${formatDateTime(mail.created_at)}${mail.author ? ` · ${mail.author}` : ''}`,
  status: ({ mail }) => MAIL_STATES[mail.state] ?? null,
  nextSteps: ({ mail, owner }) => messageSteps({ ...mail, owner }),
  actions: ({ mail, waits }) =>
    waits ? plannedAction(mail, WITHDRAW).map((own) => ({ ...own, area: messagesArea, right: 'change' as const })) : [],
  options: ({ mail }) => {
    return [
      ...plannedAction(mail, SEND_NOW),
      ...sentOptions(mail),
      {
        label: 'Verwijderen',
        icon: 'trash',
        kind: 'post' as const,
        url: `/messages/delete/${mail.id}`,
        danger: true,
        confirm: `Weet u zeker dat u het bericht ‘${mail.subject}’ wilt verwijderen?`,
      },
    ].map((option) => ({ ...option, area: messagesArea, right: 'change' as const }))
  },
  view: 'system/messages/view',
  example: (story) => ({ params: { id: story.message } }),
})

export const messageAttachment = file({
  ...access,
  right: 'view',
  path: '/messages/attachment/:id/:fileId',
  open: async ({ db, params, services }) => {
    const attached = await listAttachments(db, await getMail(db, params.id))
    if (!attached.some((attachment) => attachment.id === params.fileId)) throw new NotFound('Bestand')
    return openKept(services, params.fileId)
  },
  example: (story) => ({ params: { id: story.messageWithAttachment, fileId: story.messageAttachment } }),
})

/** What was sent to or about a record, or to its people, as a tab of its popup. */
export const messagesTab = fragment({
  ...access,
  recordParam: null,
  alsoRecords: { objectId: ':object' },
  right: 'view',
  path: '/messages/of/:object(word)/:objectId',
  pageAddress: ({ object, objectId }, registry) => registry.itemAddress(object, objectId, 'messages'),
  view: 'system/messages/tab',
  load: async ({ params, viewer, services: { registry } }) => {
    const type = registry.record(params.object)
    if (!carriesMessages(type)) throw new NotFound()
    const filter = `${ownerParam(type.type)}=${params.objectId}`
    const audience = registry.all(audiences).find(({ record }) => record === type.type)
    const writes = audience !== undefined && may(viewer, messagesArea, 'change')
    return { filter, writeUrl: writes ? `/messages/write/${audience.type}?${filter}` : null }
  },
  example: (story) => ({ params: { object: 'contact', objectId: story.contacts.anouk } }),
})

export const messageResend = formPopup({
  ...access,
  right: 'change',
  path: '/messages/resend/:id',
  home: HOME,
  size: 'small',
  load: async ({ db, params }) => ({ mail: await getMail(db, params.id), messages: null, personal: 0, stays: [] }),
  title: 'Opnieuw versturen',
  subtitle: ({ mail }) => mail.subject,
  view: 'system/messages/resend',
  form: ResendForm,
  submits: [{ label: 'Versturen' }],
  save: async ({ trx, params, form, viewer, services }) => {
    const mail = await resendMail(trx, services, viewer, params.id, form)
    return {
      changed: [{ type: 'message', id: mail }],
      flash: await sentFlash(services, `Bericht wordt opnieuw verstuurd naar ${form.to}`),
      body: { id: mail },
    }
  },
  example: (story) => ({ params: { id: story.message } }),
})

/** Several at once, each to its own address (rulings 9.10). */
export const messagesResend = formPopup({
  ...access,
  recordParam: null,
  right: 'change',
  path: '/messages/resend',
  home: HOME,
  size: 'small',
  query: z.object({ ids: idList(200) }),
  load: async ({ db, query }) => {
    const judged = (await listToResend(db, query.ids)).map((mail) => ({ ...mail, why: keptBack(mail) }))
    const goes = judged.filter(({ why }) => why === null)
    return {
      mail: null,
      messages: goes.map(({ id }) => id),
      personal: goes.filter(({ secret }) => secret !== null).length,
      stays: judged.filter(({ why }) => why !== null),
      isAsked: judged.length > 0,
    }
  },
  title: 'Berichten opnieuw versturen',
  subtitle: ({ messages, stays }) =>
    `${stays.length === 0 ? '' : `${messages.length} van de `}${formatCount(messages.length + stays.length, 'bericht', 'berichten')}`,
  refusal: ({ messages, isAsked }) => (isAsked && messages.length === 0 ? 'Er is niets te versturen.' : undefined),
  view: 'system/messages/resend',
  form: BulkResendForm,
  submits: [{ label: 'Versturen' }],
  save: async ({ trx, form, viewer, services }) => {
    const sent: number[] = []
    for (const mail of await leavePersonal(trx, form.messages, form))
      sent.push(await resendMail(trx, services, viewer, mail, form))
    const stayed = form.messages.length - sent.length
    const kept = stayed === 0 ? '' : `; ${formatCount(stayed, 'bericht', 'berichten')} met een persoonlijke link niet`
    return {
      changed: sent.map((mail) => ({ type: 'message', id: mail })),
      flash: await sentFlash(
        services,
        `${formatCount(sent.length, 'bericht wordt', 'berichten worden')} opnieuw verstuurd${kept}`,
        { mails: sent.length },
      ),
      body: { ids: sent },
    }
  },
  example: (story) => ({ form: { messages: story.message } }),
})

export const messageDelete = action({
  ...access,
  right: 'change',
  path: '/messages/delete/:id',
  noUndo: 'left the house',
  methods: ['POST', 'DELETE'],
  save: async ({ trx, params, services }) => {
    await getMail(trx, params.id)
    await deleteMail(trx, services, params.id)
    return {
      changed: [{ type: 'message', id: params.id }],
      flash: { str: 'Bericht verwijderd', type: 'success' },
      close: true,
    }
  },
  example: (story) => ({ params: { id: story.message } }),
})

export const messageSettle = action({
  ...access,
  right: 'change',
  path: '/messages/settle/:id',
  noUndo: 'left the house',
  form: SettleForm,
  save: async ({ trx, params, form, services }) => {
    await getMail(trx, params.id)
    await setMailState(trx, services, params.id, form.state)
    return { changed: [{ type: 'message', id: params.id }], flash: { str: 'Status aangepast', type: 'success' } }
  },
  example: (story) => ({ params: { id: story.message } }),
})

/** Clears the outbox of what failed and of what has not left yet; what was sent stays. */
export const truncateErrors = action({
  area: errorsTruncateArea,
  right: 'change',
  path: '/errors/truncate',
  noUndo: 'changes no record',
  save: async ({ trx, viewer, services }) => {
    const count = await deleteUnsentMails(trx, services)
    await recordEvent(trx, viewer, { type: 'message', id: null, action: 'truncate', details: { count } })
    return {
      changed: [{ type: 'message', id: 0 }],
      flash: { str: `${formatCount(count, 'bericht', 'berichten')} verwijderd`, type: 'success' },
    }
  },
  example: (story) => ({
    first: [{ path: `/messages/resend/${story.message}`, form: { to: 'a.vanderlinden@delinde.example' } }],
  }),
})
