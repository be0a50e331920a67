import { ROLE } from '../../platform/access/roles.ts'
import type { KnownRecord } from '../../platform/manifest.ts'
import type { Right } from '../../platform/access/rights.ts'
import { type Viewer, hasRole, viewerScope } from '../../platform/access/viewer.ts'
import { carrying } from '../../platform/screens/form/carried.ts'
import { notesArea } from './rights.ts'

/**
 * Whether the viewer deals with notes on records of this type at all (permissions, notes: right and scope of the object
 * they hang on). Who may only deal with the own ones needs a type of which some are the own ones: a teacher notes on
 * the own appointments, not on every course that teachers may read.
 */
export function notesOn(type: KnownRecord, viewer: Viewer, right: Right = 'view'): boolean {
  if (!carrying('notes')(type)) return false
  const scope = viewerScope(viewer, notesArea, right)
  const ofType = viewerScope(viewer, type.area)
  return scope === 'all' ? ofType !== 'none' : scope === 'own' && ofType === 'own'
}

/** What somebody wrote stays theirs to change; an administrator may also take it away. */
export function mayEditNote(viewer: Viewer, note: { created_by: number | null }): boolean {
  return note.created_by === viewer.id
}
export function mayDeleteNote(viewer: Viewer, note: { created_by: number | null }): boolean {
  return mayEditNote(viewer, note) || hasRole(viewer, ROLE.administrator)
}
