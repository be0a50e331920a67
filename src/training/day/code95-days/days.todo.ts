import { sql } from 'kysely'
import { may } from '../../../platform/access/viewer.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import { today } from '../../../platform/format/zone.ts'
import { appointmentsArea } from '../../planning/appointments/rights.ts'
import { announceBy, dayText, reportBy } from '../../planning/code95/index.ts'

interface Asked {
  starts_at: string
  ends_at: string
  announced_for: string | null
  reported_at: string | null
}

/** What the CBR is told of a day that counts for code 95: beforehand that it is, afterwards what came of it. */
export const cbrDay: OpenPoint = {
  record: 'appointment',
  order: 58,
  area: appointmentsArea,
  ask: (_viewer, id) => sql<Asked | null>`
    select json_build_object('starts_at', a.starts_at, 'ends_at', a.ends_at, 'announced_for', d.announced_for,
      'reported_at', d.reported_at)
    from appointments a join appointment_groups g on g.id = a.group_id join courses c on c.id = g.course_id
      left join code95_days d on d.appointment_id = a.id
    where a.id = ${id} and c.code95_code is not null and a.status <> 'cancelled'`,
  line: (answer, { id }, viewer) => {
    if (!may(viewer, appointmentsArea, 'change')) return null
    const asked = answer as Asked
    const now = new Date()
    const part = { starts_at: new Date(asked.starts_at), ends_at: new Date(asked.ends_at) }
    const icon = 'truck'
    const told = { area: appointmentsArea, right: 'change', kind: 'post' } as const
    if (part.ends_at > now) {
      if (asked.announced_for !== null && Date.parse(asked.announced_for) === part.starts_at.getTime())
        return { label: 'Aangemeld bij het CBR', icon, state: 'done' }
      const due = announceBy(part)
      return {
        label: asked.announced_for === null ? 'Aanmelden bij het CBR' : 'Wijziging melden bij het CBR',
        sub: today(now) > due ? `Dat moest uiterlijk ${dayText(due, now)}` : `Uiterlijk ${dayText(due, now)}`,
        icon,
        state: 'open',
        action: { ...told, label: 'Aangemeld', url: `/code95/announce/${id}` },
      }
    }
    if (asked.reported_at !== null) return { label: 'Uitslag doorgegeven aan het CBR', icon, state: 'done' }
    const due = reportBy(part)
    return {
      label: 'Uitslag doorgeven aan het CBR',
      sub: today(now) > due ? `Dat moest uiterlijk ${dayText(due, now)}` : `Uiterlijk ${dayText(due, now)}`,
      icon,
      state: 'open',
      action: { ...told, label: 'Doorgegeven', url: `/code95/report/${id}` },
    }
  },
}
