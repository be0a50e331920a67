import fc from 'fast-check'
import { bulkRun, rowsOf } from './frame.ts'

let made = 0

const status = fc.constantFrom('in_use', 'rejected', 'out_of_use', 'disposed')
const onDevices = (path: string) =>
  bulkRun({
    path,
    drawn: fc.array(status, { minLength: 1, maxLength: 5 }),
    make: async (app, statuses) => {
      const names = new Map<number, string>()
      for (const one of statuses) {
        const number = 5_000_000 + ++made
        const { id } = await app.db
          .insertInto('devices')
          .values({ company_id: app.story.companies.deLinde, number, name: 'Gekozen', status: one })
          .returning('id')
          .executeTakeFirstOrThrow()
        names.set(id, `${number} Gekozen`)
      }
      return { names, choices: {} }
    },
    state: rowsOf('devices', 'status'),
  })

export const INSPECTIONS = [
  onDevices('/inspections/devices/bulk/out-of-use'),
  onDevices('/inspections/devices/bulk/in-use'),
]
