import { sql } from 'kysely'
import { ROLE } from '../../platform/access/roles.ts'
import type { Db } from '../../platform/database/types.ts'
import { formatCount, formatPeriod } from '../../platform/format/format.ts'
import { type Viewer, hasRole, may } from '../../platform/access/viewer.ts'
import { mailLeaves } from '../../platform/mail/sending.ts'
import type { Services } from '../../platform/services.ts'
import { readSetting } from '../../system/settings/index.ts'

/** Days after which results that are still open are no longer asked for on the opening page. */
const ASKED_DAYS = 90
const MOST_ASKED = 3

export interface OpenPart {
  id: number
  title: string
  period: string
  /** Whose results are open: "3 cursisten". */
  open: string
}

/** Parts that this teacher gave and whose results are not all filled in, the latest first, and how many more there are. */
export async function listOpenParts(db: Db, viewer: Viewer): Promise<{ parts: OpenPart[]; more: number }> {
  if (!hasRole(viewer, ROLE.teacher) || viewer.contactId === null) return { parts: [], more: 0 }
  const { rows } = await sql<{
    id: number
    title: string
    starts_at: Date
    ends_at: Date
    open: number
    total: number
  }>`
    select appointments.id, appointments.starts_at, appointments.ends_at, counted.open, count(*) over ()::integer as total,
           case when appointments.description = c.description then c.description
                else c.description || ': ' || appointments.description end as title
    from appointment_responsibles own
    join appointments on appointments.id = own.appointment_id
    join appointment_groups g on g.id = appointments.group_id
    join courses c on c.id = g.course_id
    cross join lateral (
      select count(*)::integer as open from enrolments
      where appointment_id = appointments.id and (present is null or passed is null)) counted
    where own.contact_id = ${viewer.contactId} and own.role_id = ${sql.lit(ROLE.teacher)} and counted.open > 0
      and appointments.status not in ('cancelled', 'done')
      and appointments.starts_at between now() - make_interval(days => ${ASKED_DAYS}) and now()
    order by appointments.starts_at desc, appointments.id
    limit ${MOST_ASKED}
  `.execute(db)
  const parts = rows.map(({ id, title, starts_at, ends_at, open }) => ({
    id,
    title,
    period: formatPeriod(starts_at, ends_at),
    open: `${formatCount(open, 'cursist', 'cursisten')}`,
  }))
  return { parts, more: (rows[0]?.total ?? 0) - parts.length }
}

export interface FirstStep {
  label: string
  text: string
  done: boolean
  /** Where it is done; null where the viewer may not. */
  href: string | null
  popup: boolean
}

/** What a new company does first, in order, ticked off by what is there; nothing once it can work. */
export async function listFirstSteps(services: Services, viewer: Viewer): Promise<FirstStep[]> {
  if (!may(viewer, 'appointments', 'change')) return []
  const { rows } = await sql<{ courses: boolean; people: boolean; plannings: boolean }>`
    select exists (select 1 from courses) as courses,
           exists (select 1 from contacts where roles && array[${sql.lit(ROLE.teacher)}, ${sql.lit(ROLE.student)}]) as people,
           exists (select 1 from appointments) as plannings
  `.execute(services.db)
  const { courses, people, plannings } = rows[0]!
  const { name } = await readSetting(services.db, 'organisation')
  if (courses && people && plannings && name !== '') return []
  const settings = (tab: string) => (may(viewer, 'settings', 'change') ? `/settings/?tab=${tab}` : null)
  return [
    {
      label: 'Uw organisatie',
      text: 'Naam en adres, zoals ze op certificaten komen.',
      done: name !== '',
      href: settings('organisation'),
      popup: false,
    },
    {
      label: 'Een opleiding',
      text: 'Met haar onderdelen, duur en geldigheid.',
      done: courses,
      href: '/course/add',
      popup: true,
    },
    {
      label: 'Docenten en cursisten',
      text: 'Voeg contacten toe; een lijst van een klant leest u bij het inschrijven in.',
      done: people,
      href: '/contact/add',
      popup: true,
    },
    {
      label: 'De eerste planning',
      text: 'Kies opleiding, datum en docent; daarna schrijft u in.',
      done: plannings,
      href: '/calendar/add',
      popup: true,
    },
    {
      label: 'E-mail versturen',
      text: 'Zonder mailserver blijven berichten hier staan.',
      done: await mailLeaves(services),
      href: settings('mail'),
      popup: false,
    },
  ]
}
