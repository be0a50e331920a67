import { sql } from 'kysely'
import { formatDate } from '../../../platform/format/format.ts'
import { addDays, today } from '../../../platform/format/zone.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import { type Attention, waitingRows } from '../../../system/attention/points.ts'
import { driversVisibleTo, isShort, isSoon, ownStand } from './drivers.queries.ts'
import { SOON_DAYS, type Stand, isComplete, standText } from './drivers.rules.ts'
import { driversArea } from './rights.ts'

interface Held {
  id: number
  valid_until: string
  stand: Stand
}

/** A driver whose code ends: how many of the hours are there. */
export const driverPoint: OpenPoint = {
  record: 'contact',
  order: 21,
  area: driversArea,
  ask: (_viewer, id) => sql<Held | null>`
    select json_build_object('id', code95_drivers.id, 'valid_until', code95_drivers.valid_until, 'stand', ${ownStand})
    from code95_drivers where code95_drivers.contact_id = ${id}`,
  line: (answer) => {
    const { id, valid_until, stand } = answer as Held
    const icon = 'truck'
    const until = `Geldig tot en met ${formatDate(valid_until)}`
    const action = {
      label: 'Geldigheid wijzigen',
      kind: 'popup',
      url: `/code95/driver/edit/${id}`,
      area: driversArea,
      right: 'change',
    } as const
    if (isComplete(stand)) return { label: `Code 95: ${standText(stand)}`, sub: until, icon, state: 'done', action }
    const isOpen = valid_until <= addDays(today(), SOON_DAYS)
    return { label: `Code 95: ${standText(stand)}`, sub: until, icon, state: isOpen ? 'open' : 'later', action }
  },
}

/** Whose code ends within a year with too few hours. */
export const driverAttention: Attention = {
  name: 'code95_short',
  kind: 'money',
  icon: 'truck',
  tone: 'warning',
  label: { one: 'chauffeur met te weinig uren code 95', many: 'chauffeurs met te weinig uren code 95' },
  area: driversArea,
  url: '/code95/drivers?short=yes&soon=yes',
  rows: (viewer) =>
    waitingRows({
      day: sql`code95_drivers.valid_until`,
      from: sql`from code95_drivers join contacts on contacts.id = code95_drivers.contact_id and contacts.active
        where ${isSoon} and ${isShort} and ${driversVisibleTo(viewer)}`,
    }),
}
