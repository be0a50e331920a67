import type { HistoryLabels } from '../history/points.ts'
import { blockFields, limitFields } from './checklists.fields.ts'
import { historyFieldsOf } from '../history/points.ts'

const position = 'Volgorde'

/** How the history names what no catalogue has. */
export const checklistLabels: Record<string, HistoryLabels> = {
  checklist: { fields: { position, checklist_id: { label: 'Checklist', record: 'checklist' } } },
  'checklist-submission': {
    of: 'checklists',
    many: 'ingevulde checklists',
    fields: {
      ...historyFieldsOf(blockFields),
      position,
      object_type: 'Bij soort',
      object_id: 'Bij nummer',
      name: 'Naam',
      checklist_id: { label: 'Checklist', record: 'checklist' },
      submission_id: { label: 'Ingevulde checklist', record: 'checklist-submission' },
      filled_by: { label: 'Ingevuld door', record: 'user' },
      finished_at: 'Afgerond op',
      norm: 'Norm',
      source: 'Bron van de grens',
      answer: 'Antwoord',
      remark: 'Opmerking',
    },
  },
  'checklist-block': {
    label: 'Grens van een checklist',
    many: 'grenzen van checklists',
    fields: { ...historyFieldsOf(limitFields), position, block_id: 'Blok' },
  },
  'checklist-answer': {
    label: 'Foto of handtekening bij een checklist',
    many: 'foto’s en handtekeningen bij checklists',
    fields: { answer_id: 'Antwoord', file_id: 'Bestandsnummer' },
  },
}
