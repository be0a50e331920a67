import { sql } from 'kysely'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { firstSteps } from '../../../system/calendar/points.ts'
import { conceptsArea } from '../invoices/rights.ts'
import { BILL } from './billing.commands.ts'
import { runBilling } from './billing.job.ts'
import * as screens from './billing.screens.ts'
import { seedBilling } from './story.ts'

/** What was done and is not invoiced yet, customer by customer, and concepts of all of it at once. */
export const billing: ModulePart = {
  screens: Object.values(screens),
  nav: [
    {
      group: 'money',
      label: 'Maandafsluiting',
      icon: 'calendar-dollar',
      href: '/administration/billing',
      key: 'u',
      area: conceptsArea,
      order: 2,
    },
  ],
  gifts: [
    give(firstSteps, [
      {
        order: 70,
        label: 'De eerste factuur',
        text: 'Wat is afgerond staat bij de maandafsluiting klaar.',
        done: sql<boolean>`exists (select 1 from invoices where definitive_at is not null)`,
        href: '/administration/billing',
        area: conceptsArea,
        popup: false,
      },
    ]),
  ],
  jobs: { [BILL]: runBilling },
  story: seedBilling,
}
