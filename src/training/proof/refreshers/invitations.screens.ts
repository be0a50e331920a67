import { formatCount } from '../../../platform/format/format.ts'
import { parseForm } from '../../../platform/forms/invalid.ts'
import { sentFlash } from '../../../platform/mail/sending.ts'
import { preview } from '../../../platform/screens/form/preview.ts'
import { wizard } from '../../../platform/screens/form/wizard.ts'
import { editorFor, messageFor } from '../../../system/messages/index.ts'
import { invitationAudience } from './audience.ts'
import { invite } from './invitations.commands.ts'
import {
  InvitationForm,
  InvitationsQuery,
  PeopleStep,
  PreviewForm,
  RefreshersStep,
  SENDING_FAILED,
} from './invitations.forms.ts'
import { listToInvite, peopleOf } from './invitations.queries.ts'
import { emailWarning } from './invitations.rules.ts'
import { lightOf } from './refreshers.rules.ts'
import { refreshersArea } from './rights.ts'

const PATH = '/courseRefresher/invitations'
const access = { area: refreshersArea, record: 'refresher', recordParam: null, right: 'change' } as const

/** What stands in the message until somebody writes something else. */
const PROPOSED = {
  subject: 'Tijd voor uw herhaling: {{ herhaling.opleiding }}',
  content:
    '<p>Beste {{ ontvanger.voornaam }},</p><p>Binnenkort is het tijd om te herhalen:</p><p>{% for herhaling in herhalingen %}</p><p>{{ herhaling.opleiding }}, uiterlijk {{ herhaling.vervaldatum }}</p><p>{% endfor %}</p><p>Beantwoord dit bericht, dan plannen we samen een datum.</p><p>Met vriendelijke groet,<br>{{ afzender.naam }}</p>',
}

/** Who is enrolled already, or takes part no more, is not invited unless somebody ticks it. */
const isMeant = ({ state, contact_active }: { state: string; contact_active: boolean }) =>
  state !== 'booked' && contact_active

/** Invites people for what they take again: which refreshers, whom of them, and the message. */
export const refresherInvitations = wizard({
  ...access,
  fieldsOf: 'message',
  path: PATH,
  home: '/courses/refreshers',
  query: InvitationsQuery,
  size: 'xlarge',
  load: async ({ db, viewer, query }) => ({ rows: await listToInvite(db, viewer, query.ids) }),
  title: 'Uitnodigen voor herhaling',
  subtitle: ({ rows }) => formatCount(rows.length, 'herhaling', 'herhalingen'),
  steps: [
    {
      key: 'refreshers',
      label: 'Herhalingen',
      view: 'training/refreshers/invite-refreshers',
      check: RefreshersStep,
      load: (_ctx, { rows }) => ({
        lines: rows.map((row) => ({ ...row, light: lightOf(row.state), chosen: isMeant(row) })),
      }),
    },
    {
      key: 'people',
      label: 'Personen',
      view: 'training/refreshers/invite-people',
      check: PeopleStep,
      load: (_ctx, { rows }, fields) => {
        const chosen = new Set(parseForm(RefreshersStep, fields).refreshers)
        const people = peopleOf(rows.filter(({ id }) => chosen.has(id)))
        return { people, emailWarning: emailWarning(people) }
      },
    },
    {
      key: 'message',
      label: 'Bericht',
      view: 'training/refreshers/invite-message',
      load: (_ctx, { rows }, fields) => {
        const chosen = new Set(parseForm(RefreshersStep, fields).refreshers)
        const told = new Set(parseForm(PeopleStep, fields).recipients)
        const people = peopleOf(rows.filter(({ id, contact_id }) => chosen.has(id) && told.has(contact_id)))
        return { people, message: PROPOSED, editor: editorFor(invitationAudience), previewUrl: `${PATH}/preview` }
      },
    },
  ],
  failText: SENDING_FAILED,
  form: InvitationForm,
  submits: [{ label: 'Uitnodigingen versturen' }],
  save: async ({ trx, services, viewer, form }) => {
    const { queued, ids } = await invite(trx, services, viewer, form)
    return {
      changed: [...ids.map((id) => ({ type: 'refresher', id })), { type: 'message', id: 0 }],
      flash: await sentFlash(
        services,
        `De uitnodiging staat klaar voor ${formatCount(queued, 'persoon', 'personen')}`,
        {
          mails: queued,
        },
      ),
    }
  },
  example: (story) => ({
    query: { ids: String(story.refreshers.anouk) },
    form: {
      'refreshers[]': story.refreshers.anouk,
      'recipients[]': story.contacts.anouk,
      subject: 'Tijd voor uw herhaling',
      content: '<p>Komt u weer?</p>',
    },
  }),
})

/** The invitation as one of them would get it; nothing is kept. */
export const invitationPreview = preview({
  ...access,
  path: `${PATH}/preview`,
  form: PreviewForm,
  view: 'system/messages/preview',
  load: async ({ db, viewer, form }) => {
    const to = { audience: invitationAudience, ids: form.refreshers, kinds: ['students'] }
    const shown = await messageFor(db, viewer, to, { ...form, sender: 'own' })
    return { ...shown, choice: [], problem: null, address: null }
  },
  example: (story) => ({
    form: { 'refreshers[]': story.refreshers.anouk, subject: 'Herhaling', content: '<p>{{ herhaling.opleiding }}</p>' },
  }),
})
