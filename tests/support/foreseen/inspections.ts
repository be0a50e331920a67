import fc from 'fast-check'
import type { Insertable } from 'kysely'
import type { DB } from '../../../src/platform/database/types.ts'
import type { TestApp } from '../app.ts'
import { bulkRun, rowsOf } from './frame.ts'

let made = 0

const status = fc.constantFrom('in_use', 'rejected', 'out_of_use', 'disposed')
/** So many devices, no two of which are called alike; who changes owner takes the number after the new owner's last. */
async function addAll(app: TestApp, devices: Partial<Insertable<DB['devices']>>[]): Promise<Map<number, string>> {
  const rows = await app.db
    .insertInto('devices')
    .values(devices.map((device) => ({ ...device, number: 5_000_000 + 1000 * ++made, name: 'Gekozen' })))
    .returning(['id', 'number'])
    .execute()
  return new Map(rows.map(({ id, number }) => [id, `${number} Gekozen`]))
}

const onDevices = (path: string) =>
  bulkRun({
    path,
    drawn: fc.array(status, { minLength: 1, maxLength: 5 }),
    make: async (app, statuses) => ({
      names: await addAll(app, statuses.map((one) => ({ company_id: app.story.companies.deLinde, status: one }))), // prettier-ignore
      choices: {},
    }),
    state: rowsOf('devices', 'status'),
  })

/** Contracts, some of which were terminated. */
async function addContracts(app: TestApp, terminated: boolean[]): Promise<Map<number, string>> {
  const rows = await app.db
    .insertInto('inspection_contracts')
    .values(
      terminated.map((isTerminated) => ({
        name: `Gekozen ${++made}`,
        company_id: app.story.companies.deLinde,
        begins_at: '2026-01-01',
        expires_at: '2027-01-01',
        terminated_on: isTerminated ? '2026-12-01' : null,
      })),
    )
    .returning(['id', 'name'])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const INSPECTIONS = [
  bulkRun({
    path: '/inspections/contracts/bulk/extend',
    drawn: fc.array(fc.boolean(), { minLength: 1, maxLength: 5 }),
    make: async (app, terminated) => ({ names: await addContracts(app, terminated), choices: {} }),
    state: rowsOf('inspection_contracts', 'expires_at'),
  }),
  onDevices('/inspections/devices/bulk/out-of-use'),
  onDevices('/inspections/devices/bulk/in-use'),
  bulkRun({
    path: '/inspections/devices/bulk/place',
    drawn: fc.array(fc.constantFrom('Kelder', 'Zolder', null), { minLength: 1, maxLength: 5 }),
    make: async (app, places) => ({
      names: await addAll(app, places.map((location_description) => ({ company_id: app.story.companies.deLinde, location_description }))), // prettier-ignore
      choices: { location_description: 'Kelder' },
    }),
    state: rowsOf('devices', 'location_description'),
  }),
  bulkRun({
    path: '/inspections/devices/bulk/owner',
    drawn: fc.array(fc.constantFrom('deLinde', 'twente', 'anouk'), { minLength: 1, maxLength: 5 }),
    make: async (app, owners) => ({
      names: await addAll(app, owners.map((owner) => (owner === 'anouk' ? { contact_id: app.story.contacts.anouk } : { company_id: app.story.companies[owner] }))), // prettier-ignore
      choices: { company_id: app.story.companies.twente },
    }),
    state: rowsOf('devices', 'company_id, contact_id, number'),
  }),
]
