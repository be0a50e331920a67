import type { ModulePart } from '../../../platform/manifest.ts'
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
  jobs: { [BILL]: runBilling },
  story: seedBilling,
}
