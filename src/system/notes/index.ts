import type { ModulePart } from '../../platform/manifest.ts'
import { mergeStrategies } from '../../platform/merging.ts'
import { give } from '../../platform/points.ts'
import { popupTabs } from '../../platform/screens/popup/popup-tabs.ts'
import { restorings } from '../../platform/undo/points.ts'
import { personData } from '../privacy/points.ts'
import { noteFields } from './notes.fields.ts'
import { countNotes, notesVisibleTo } from './notes.queries.ts'
import { notesOn } from './notes.rules.ts'
import * as screens from './notes.screens.ts'
import { noteData } from './person-data.ts'
import { notesInRail } from './rail.ts'
import { noteRestoring } from './restoring.ts'
import { notesArea } from './rights.ts'
import { seedNotes } from './story.ts'

/** Notes on every record whose type says that it `carries` them; their tab joins that record's popup. */
export const notes: ModulePart = {
  screens: Object.values(screens),
  records: [
    {
      type: 'note',
      label: { one: 'notitie', many: 'notities' },
      area: notesArea,
      table: 'notes',
      visibleTo: notesVisibleTo,
      fields: noteFields,
      open: null,
    },
  ],
  afterStory: seedNotes,
  gifts: [
    give(popupTabs, [
      {
        record: (type, viewer) => notesOn(type, viewer),
        key: 'object-notes',
        label: 'Notities',
        icon: 'notes',
        area: notesArea,
        order: 80,
        under: 'contact',
        url: (id, type) => `/notes/list/${type}/${id}`,
        count: countNotes,
        rail: notesInRail,
      },
    ]),
    give(mergeStrategies, [{ table: 'notes', column: 'object_id', merges: 'moves' }]),
    give(personData, [noteData]),
    give(restorings, [noteRestoring]),
  ],
}
