import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { settingsArea } from '../../../system/settings/index.ts'
import { settingsTabs } from '../../../system/settings/points.ts'
import { blockedTablet } from './blocked.todo.ts'
import * as screens from './kiosk.screens.ts'
import * as settings from './settings.screens.ts'
import { type JobHandler } from '../../../platform/jobs/jobs.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { sql } from 'kysely'
import { resultsArea } from '../../rights.ts'
import * as lookup from './phones/lookup.screens.ts'
import * as room from './phones/room.screens.ts'
import * as unrecognised from './unrecognised.screens.ts'
import { unrecognisedArrivals } from './unrecognised.todo.ts'
import { wipeArrivals } from './sealed.commands.ts'
import { forgetVisits } from './search.commands.ts'
import { seedKiosk } from './story.ts'

export { lookupUrl } from './phones/phones.rules.ts'

const FORGET = 'kiosk.forget'
const forget: JobHandler = async (_payload, { db }) => {
  await forgetVisits(db)
  await wipeArrivals(db, new Date())
}

export const kiosk: ModulePart = {
  screens: [screens, settings, lookup, room, unrecognised].flatMap((own) => Object.values(own)),
  jobs: { [FORGET]: forget },
  crons: { [FORGET]: '5 * * * *' },
  story: seedKiosk,
  gifts: [
    give(openPoints, [blockedTablet, unrecognisedArrivals]),
    give(popupActions, [
      {
        record: 'appointment',
        place: 'menu',
        order: 9,
        area: resultsArea,
        right: 'view',
        action: ({ id }) => ({
          label: 'QR in het lokaal',
          icon: 'qrcode',
          kind: 'popup',
          url: `/calendar/room-qr/${id}`,
        }),
        when: (_viewer, id) => sql`exists (select 1 from appointments a
          where a.id = ${id} and a.status <> 'cancelled' and a.starts_at::date = now()::date)`,
      },
    ]),
    give(settingsTabs, [
      {
        key: 'kiosk',
        page: 'training',
        label: 'Kiosk',
        icon: 'device-tablet',
        area: settingsArea,
        order: 82,
        synonyms: ['tablet', 'aanwezigheid', 'aanmelden'],
        url: '/settings/kiosk',
      },
    ]),
  ],
}
