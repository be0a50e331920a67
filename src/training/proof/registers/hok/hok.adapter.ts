import type { Register } from '../register.ts'
import { ownErrors, passesOn } from '../registers.queries.ts'
import { hokErrors } from './hok.rules.ts'
import { listHokRecords } from './hok.queries.ts'

/** Het Oranje Kruis: its address and key are those of the installation. */
export const hok: Register = {
  key: 'hok',
  access: ({ config: { hokUrl, hokKey } }) =>
    Promise.resolve(
      hokUrl === undefined
        ? null
        : { url: hokUrl, headers: hokKey === undefined ? {} : { authorization: `Bearer ${hokKey}` } },
    ),
  takes: (db) => passesOn(db),
  ownErrors: async (db, _config, asked) =>
    (await passesOn(db))
      ? ownErrors(db, 'hok', asked, hokErrors)
      : { errors: ['Doorgeven aan Het Oranje Kruis staat uit.'], students: [] },
  records: listHokRecords,
}
