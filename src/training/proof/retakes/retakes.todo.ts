import { sql } from 'kysely'
import { formatCount, formatDate } from '../../../platform/format/format.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import type { PopupAction } from '../../../platform/screens/popup/popup-actions.ts'
import { type Attention, waitingRows } from '../../../system/attention/points.ts'
import { isAside, isRetake } from './retakes.queries.ts'
import { retakesArea } from './rights.ts'

/** Whom somebody has to plan again. */
const open = sql`from enrolments join appointments on appointments.id = enrolments.appointment_id
  join appointment_groups on appointment_groups.id = appointments.group_id
  join courses on courses.id = appointment_groups.course_id
  join contacts on contacts.id = enrolments.contact_id
  where ${isRetake} and not ${isAside}`

const groupOf = (id: number) => sql`(select chosen.group_id from appointments chosen where chosen.id = ${id})`

/** Somebody who was absent or did not pass, in their own popup. */
export const retakeOfContact: OpenPoint = {
  record: 'contact',
  order: 22,
  area: retakesArea,
  ask: (_viewer, id) => sql<{ open: number; course: string; on: string } | null>`
    select case when count(*) = 0 then null else json_build_object('open', count(*),
      'course', (array_agg(courses.description order by appointments.starts_at desc))[1],
      'on', max(appointments.starts_at)) end ${open} and enrolments.contact_id = ${id}`,
  line: (answer, { id }) => {
    const { open: count, course, on } = answer as { open: number; course: string; on: string }
    return {
      label: 'Opnieuw in te plannen',
      sub: `${course} van ${formatDate(new Date(on))}${count === 1 ? '' : `, en ${count - 1} meer`}`,
      icon: 'repeat',
      state: 'open',
      action: {
        label: 'Bekijken',
        kind: 'link',
        url: `/courses/retakes?aside=no&contact_id=${id}`,
        area: retakesArea,
        right: 'view',
      },
    }
  },
}

/** How many of a finished planning. */
export const retakesOfPlanning: OpenPoint = {
  record: 'appointment',
  order: 75,
  area: retakesArea,
  ask: (_viewer, id) => sql<number | null>`
    select nullif(count(*), 0) ${open} and appointments.group_id = ${groupOf(id)}`,
  line: (answer, { id }) => ({
    label: `${formatCount(Number(answer), 'cursist', 'cursisten')} opnieuw inplannen`,
    icon: 'repeat',
    state: 'open',
    action: {
      label: 'Inplannen',
      kind: 'link',
      url: `/courses/retakes?aside=no&appointment_id=${id}`,
      area: retakesArea,
      right: 'view',
    },
  }),
}

/** What comes next of a finished planning, once its certificates are on their way. */
export const retakesStep: PopupAction = {
  record: 'appointment',
  place: 'step',
  order: 75,
  area: retakesArea,
  right: 'view',
  action: ({ id }) => ({
    label: 'Opnieuw inplannen',
    icon: 'repeat',
    kind: 'link',
    url: `/courses/retakes?aside=no&appointment_id=${id}`,
  }),
  when: (_viewer, id) => sql`exists (select ${open} and appointments.group_id = ${groupOf(id)})`,
  next: () => sql`true`,
}

export const retakeAttention: Attention = {
  name: 'retakes',
  kind: 'money',
  icon: 'repeat',
  tone: 'warning',
  label: { one: 'cursist opnieuw in te plannen', many: 'cursisten opnieuw in te plannen' },
  area: retakesArea,
  url: '/courses/retakes?aside=no',
  rows: () => waitingRows({ day: sql`(appointments.ends_at at time zone 'Europe/Amsterdam')::date + 1`, from: open }),
}
