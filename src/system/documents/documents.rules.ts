import { HttpError } from '../../platform/errors.ts'
import { type Viewer, viewerScope } from '../../platform/access/viewer.ts'
import type { RecordRef } from '../../platform/manifest.ts'
import { carrying, ownerParam } from '../../platform/screens/form/carried.ts'
import { documentsArea } from './rights.ts'

/** Whether documents can belong to records of this type. */
export const carriesDocuments = carrying('documents')

/** The text is the specification's own (T-186). */
const ORPHAN = 'Cannot add document for it would be an orphan'

/** The one owner of these types that a call names. @throws HttpError 400 when it names none, or more than one */
export function ownerOf(types: readonly { type: string }[], ids: Record<string, number | null | undefined>): RecordRef {
  const named = types.flatMap(({ type }) => {
    const id = ids[ownerParam(type)]
    return id === undefined || id === null ? [] : [{ type, id }]
  })
  if (named.length !== 1) throw new HttpError(400, ORPHAN)
  return named[0]!
}

/** The office changes all documents, a teacher the own uploads (permissions, documents). */
export function mayChangeDocument(viewer: Viewer, document: { created_by: number | null }): boolean {
  const scope = viewerScope(viewer, documentsArea, 'change')
  return scope === 'all' || (scope === 'own' && document.created_by === viewer.id)
}
