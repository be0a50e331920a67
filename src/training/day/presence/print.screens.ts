import type { Area } from '../../../platform/access/rights.ts'
import { ROLE } from '../../../platform/access/roles.ts'
import { NotFound } from '../../../platform/errors.ts'
import { formatCount, formatPeriod } from '../../../platform/format/format.ts'
import { may } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import type { Action } from '../../../platform/screens/models.ts'
import { unprintableText } from '../../../platform/pdf/letters.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { listAddresses } from '../../../relations/contacts/index.ts'
import { appointmentsArea } from '../../planning/appointments/rights.ts'
import { listCertificateLayouts, listHeldCertificates } from '../../proof/certificates/index.ts'
import { certificatesArea } from '../../proof/certificates/rights.ts'
import { enrolmentPlanningArea } from '../../rights.ts'
import { listPapersOf } from '../../money/invoicing/index.ts'
import { invoicingArea } from '../../money/invoicing/rights.ts'
import { type Presence, getPresence } from './presence.queries.ts'

interface Printable {
  title: string
  /** Where what is chosen (and of which layouts) is printed. */
  url(partId: number): string
  /** Whose papers there are, and of which layouts. */
  offer(db: Db, presence: Presence): Promise<Offer>
  /** What is chosen: students, unless this says otherwise. */
  of?: Chosen
  /** What is said where there is nothing of it, and what can be done about that. */
  nothing?: string
  make?(partId: number): Action
  needs?: Area
  /** Milliseconds after which the popup closes by itself once its papers are asked for (T-253). */
  closesAfter?: number
}
/** What is chosen by its boxes: how it is called, in the address too. */
interface Chosen {
  key: 'students' | 'ids'
  one: string
  many: string
  /** Above its boxes. */
  label: string
}
interface Offer {
  choices: Choice[]
  layouts: { id: number; name: string }[]
  /** Who has nothing to be printed, in a sentence. */
  left?: string
}
interface Choice {
  id: number
  name: string
  /** What tells it from others of that name. */
  more: string
  /** What else is printed of it. */
  texts?: unknown
}

const STUDENTS: Chosen = { key: 'students', one: 'cursist', many: 'cursisten', label: 'Cursisten' }
const NOBODY = 'Er zijn nog geen cursisten ingeschreven.'

const students = ({ rows }: Presence): Choice[] =>
  rows.map(({ contactId, name, company }) => ({ id: contactId, name, more: company }))

const PRINTABLES: Record<string, Printable> = {
  Presence: {
    title: 'Presentielijst afdrukken',
    url: (partId) => `/calendar/generatePresenceList/${partId}`,
    offer: async (_db, presence) => {
      const { id } = presence.appointment
      return {
        choices: students({ ...presence, rows: presence.rows.filter(({ cells }) => cells.has(id)) }),
        layouts: [],
      }
    },
  },
  Competency: {
    title: 'Competentielijst afdrukken',
    url: (partId) => `/calendar/generateCompetencyList/${partId}`,
    offer: async (_db, presence) => ({ choices: students(presence), layouts: [] }),
  },
  Certificate: {
    title: 'Certificaten afdrukken',
    url: (partId) => `/certificate/getFromAppointment/${partId}`,
    offer: async (db, presence) => {
      const held = await listHeldCertificates(db, presence.appointment.group_id)
      return {
        choices: students(presence).filter(({ id }) => held.some(({ contact_id }) => contact_id === id)),
        layouts: (await listCertificateLayouts(db)).filter(({ id }) => held.some(({ layout_id }) => layout_id === id)),
      }
    },
    needs: certificatesArea,
    nothing: 'Er zijn voor deze planning nog geen certificaten gemaakt.',
    closesAfter: 500,
  },
  Badge: {
    title: 'Badges afdrukken',
    url: (partId) => `/calendar/generateBadges/${partId}`,
    offer: async (_db, presence) => ({ choices: students(presence), layouts: [] }),
  },
  Label: {
    title: 'Adresetiketten afdrukken',
    url: (partId) => `/calendar/generateLabels/${partId}`,
    offer: async (db, presence) => {
      const all = students(presence)
      const addressed = new Map(
        (
          await listAddresses(
            db,
            all.map(({ id }) => id),
          )
        ).map((to) => [to.id, to]),
      )
      const without = all.filter(({ id }) => !addressed.has(id))
      return {
        choices: all.filter(({ id }) => addressed.has(id)).map((one) => ({ ...one, texts: addressed.get(one.id) })),
        layouts: [],
        ...(without.length === 0 ? {} : { left: `Zonder adres: ${without.map(({ name }) => name).join(', ')}.` }),
      }
    },
    needs: enrolmentPlanningArea,
  },
  Invoice: {
    title: 'Facturen afdrukken',
    url: () => '/print/kind/invoice',
    offer: async (db, presence) => ({
      choices: (await listPapersOf(db, presence.appointment.group_id)).map(({ id, uid, name, students: count }) => ({
        id,
        name: `${uid ?? 'Concept'}, ${name}`,
        more: count === 0 ? '' : formatCount(count, 'cursist', 'cursisten'),
      })),
      layouts: [],
    }),
    of: { key: 'ids', one: 'factuur', many: 'facturen', label: 'Facturen' },
    nothing: 'Er zijn voor deze planning nog geen facturen gemaakt.',
    make: (partId) => ({ label: 'Facturen maken', icon: 'file-invoice', kind: 'popup', url: `/calendar/makeInvoices/${partId}` }), // prettier-ignore
    needs: invoicingArea,
  },
}

/** Chooses whose papers are printed; sent, it leads to their print URL with what was chosen (T-210). */
export const printForm = popup({
  area: appointmentsArea,
  record: 'appointment',
  recordParam: 'id',
  right: 'view',
  path: '/calendar/getPrint:Name(\\w+)Form/:id',
  home: '/calendar',
  size: 'medium',
  load: async ({ db, viewer, params }) => {
    const printable = Object.hasOwn(PRINTABLES, params.Name) ? PRINTABLES[params.Name] : undefined
    if (!printable || (printable.needs && !may(viewer, printable.needs))) throw new NotFound('Formulier')
    const presence = await getPresence(db, viewer, params.id)
    const offer = await printable.offer(db, presence)
    return {
      printable,
      of: printable.of ?? STUDENTS,
      nothing: printable.nothing ?? NOBODY,
      make: printable.make?.(params.id) ?? null,
      appointment: presence.appointment,
      action: printable.url(params.id),
      left: '',
      ...offer,
      letters: unprintableText([
        ...offer.choices.map(({ name, ...said }) => ({ name, texts: { name, ...said } })),
        { name: 'de opleiding', texts: [presence.appointment, presence.parts.map(({ description }) => description)] },
      ]),
    }
  },
  title: ({ printable }) => printable.title,
  subtitle: ({ appointment }) =>
    [appointment.course_description, formatPeriod(appointment.starts_at, appointment.ends_at)].join(' · '),
  view: 'training/presence/print',
  example: (story, role) =>
    role === ROLE.lotus
      ? null
      : {
          params: { id: story.appointments.coming, Name: 'Presence' },
          foreign: { id: story.appointments.foreign, Name: 'Presence' },
        },
})
