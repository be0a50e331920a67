import * as z from 'zod'
import type { Trx } from '../../database/types.ts'
import { id } from '../../forms/fields.ts'
import type { Area } from '../../access/rights.ts'
import type { Viewer } from '../../access/viewer.ts'
import { action } from '../call/calls.ts'
import type { Example, Screen } from '../screen.ts'
import { assertDeletable } from '../../blockers.ts'

/**
 * The call that deletes one record (POST with its id): outside the viewer's scope it does not exist (404), and while
 * something hangs on it the answer is a 409 with the same reasons as getDeletionPreventors.
 * @param declaration.flash what the user reads afterwards, e.g. 'Bedrijf verwijderd'
 */
export function deletion(declaration: {
  area: Area
  record: string
  path: string
  flash: string
  remove(trx: Trx, id: number, viewer: Viewer): Promise<void>
  example: Example
}): Screen {
  const { area, record, path, flash, example } = declaration
  const screen = action({
    area,
    record,
    recordParam: null,
    right: 'change',
    path,
    form: z.object({ id }),
    formRecords: { id: record },
    save: async ({ trx, form, services, viewer }) => {
      await assertDeletable(trx, services.registry, record, form.id)
      await declaration.remove(trx, form.id, viewer)
      return { changed: [{ type: record, id: form.id }], flash: { str: flash, type: 'success' }, close: true }
    },
    example,
  })
  return { ...screen, deletes: true }
}
