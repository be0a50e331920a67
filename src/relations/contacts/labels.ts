import type { HistoryLabels } from '../../system/history/points.ts'

/** What is kept of the record that was merged into another. */
const mergeLabels = { gone_id: 'Nummer van het samengevoegde', gone_name: 'Samengevoegd' }

/** How the history names what companies and people have beside their fields: rows that hang on them, and events. */
export const relationLabels: Record<string, HistoryLabels> = {
  company: {
    fields: {
      company_id: { label: 'Bedrijf', record: 'company' },
      course_id: { label: 'Opleiding', record: 'course' },
      description: 'Omschrijving',
      price: 'Prijs',
      ...mergeLabels,
    },
  },
  contact: {
    fields: {
      skill_id: { label: 'Vaardigheid', record: 'skill' },
      supervisor_id: { label: 'Leidinggevende', record: 'contact' },
      contact_id: { label: 'Contact', record: 'contact' },
      format: 'Bestandsvorm',
      ...mergeLabels,
    },
  },
  merge: {
    fields: {
      record_type: 'Soort',
      kept_id: 'Gebleven',
      gone_id: 'Samengevoegd',
      gone_name: 'Naam',
      moved_count: 'Verplaatst',
      merged_at: 'Op',
      merged_by: { label: 'Door', record: 'user' },
      undone_at: 'Teruggedraaid op',
    },
  },
  working_week: { fields: { weekday: 'Dag van de week', week_id: 'Werktijden' } },
}
