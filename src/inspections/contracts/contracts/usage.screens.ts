import * as z from 'zod'
import { isoDate } from '../../../platform/forms/iso-date.ts'
import { json } from '../../../platform/screens/call/calls.ts'
import { page } from '../../../platform/screens/page.ts'
import { contractsVisibleTo } from './contracts.queries.ts'
import { HOME } from './contracts.screens.ts'
import { contractsArea } from './rights.ts'
import { readUsage } from './usage.queries.ts'

const access = { area: contractsArea, record: 'inspectionContract', right: 'view' } as const

/** What contracts that end in a span of days need, each and all together. */
export const contractUsage = page({
  ...access,
  path: `${HOME}/usage`,
  title: 'Verbruik van contracten',
  view: 'inspections/contracts/usage',
  load: () => ({}),
  example: () => ({ foreign: null }),
})

export const contractUsageData = json({
  ...access,
  path: '/api/inspections/contracts/fetchUsage',
  query: z.object({ from: isoDate, to: isoDate }),
  answer: ({ db, viewer, query }) => readUsage(db, query, contractsVisibleTo(viewer)),
  example: () => ({ query: { from: '2026-01-01', to: '2026-12-31' }, foreign: null }),
})
