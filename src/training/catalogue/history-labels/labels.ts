import type { HistoryLabels } from '../../../system/history/points.ts'
import { courseNames, planningNames } from './whole-names.queries.ts'

/** How the history names the columns of courses, plannings and what hangs on them. */
export const trainingLabels: Record<string, HistoryLabels> = {
  course: {
    fields: {
      course_id: { label: 'Opleiding', record: 'course' },
      required_course_id: { label: 'Geldig certificaat nodig', record: 'course' },
      position: 'Volgorde',
      min_count: 'Min. cursisten',
      decide_days: 'Beslissen, in dagen vooraf',
    },
  },
  course_component: {
    label: 'Onderdeel van een opleiding',
    many: 'onderdelen van opleidingen',
    fields: { component_id: 'Onderdeel van de opleiding', skill_id: { label: 'Vaardigheid', record: 'skill' } },
  },
  appointment_group: {
    whole: courseNames,
    fields: {
      group_id: 'Planning',
      company_id: { label: 'Bedrijf', record: 'company' },
      company_quota: 'Wachtlijst: plaatsen per bedrijf',
      series_id: 'Reeks',
      min_count: 'Min. cursisten',
      decide_days: 'Beslissen, in dagen vooraf',
      certificate_ids: { label: 'Certificaten', record: 'certificate' },
      contact_id: { label: 'Ontvanger', record: 'contact' },
      mail_id: { label: 'Bericht', record: 'message' },
      recipient: 'E-mailadres',
      subject: 'Onderwerp',
      text_body: 'Tekst',
    },
  },
  appointment: {
    label: 'Onderdeel',
    many: 'onderdelen',
    whole: planningNames,
    fields: {
      group_id: 'Planning',
      component_id: 'Onderdeel van de opleiding',
      appointment_id: { label: 'Onderdeel', record: 'appointment' },
      absence_id: { label: 'Overgenomen van wie er niet is', record: 'absence' },
      first_id: { label: 'Dubbele boeking toegestaan met', record: 'appointment' },
      later_id: { label: 'Dubbel geboekt onderdeel', record: 'appointment' },
      permitted_by: { label: 'Toegestaan door', record: 'user' },
      sentence: 'Wat tegelijk is',
      material_id: { label: 'Te weinig, toegestaan', record: 'material' },
      short: 'Zoveel te weinig',
      permitted_at: 'Toegestaan op',
      announced_at: 'Aangemeld bij het CBR op',
      announced_for: 'Aangemeld voor',
      reported_at: 'Uitslag aan het CBR op',
      mime_type: 'Bestandsvorm',
      sha256: 'Vingerafdruk van het bestand',
      signed_at: 'Getekend op',
      moment: { label: 'Getekend bij', values: { start: 'Aankomst', end: 'Vertrek' } },
    },
  },
  appointment_status: {
    fields: { key: 'Status', label: 'Naam', css: 'Stijl', position: 'Volgorde' },
  },
  enrolment: {
    about: { one: 'cursist', many: 'cursisten', column: 'contact_id', where: 'appointment_id' },
    acts: { insert: 'schreef * in', delete: 'schreef * uit' },
    fields: {
      moved: 'Verplaatst',
      waived_by: { label: 'Toegelaten door', record: 'user' },
      waived_at: 'Toegelaten op',
      present_source: {
        label: 'Aangemeld via',
        values: { kiosk: 'Tablet', room: 'QR in het lokaal', offline: 'Tablet, zonder verbinding' },
      },
    },
  },
  retake: {
    label: 'Opnieuw in te plannen',
    about: { one: 'cursist', many: 'cursisten', column: 'contact_id' },
    acts: { insert: 'zette * opzij', delete: 'zette * terug' },
    fields: { group_id: 'Planning' },
  },
  'waiting-entry': {
    label: 'Wachtlijst',
    fields: {
      group_id: 'Planning',
      entry_id: { label: 'Wachtende', record: 'waiting-entry' },
      part_ids: { label: 'Onderdelen', record: 'appointment' },
      offered_at: 'Aangeboden',
      ended_at: 'Aanbod geëindigd',
    },
  },
  'teacher-search': {
    label: 'Docenten vragen',
    fields: { appointment_id: { label: 'Onderdeel', record: 'appointment' } },
  },
  'teacher-request': {
    label: 'Aanvraag aan docent',
    many: 'aanvragen aan docenten',
    about: { one: 'aanvraag', many: 'aanvragen', column: 'contact_id', where: 'appointment_id' },
    fields: { search_id: { label: 'Docenten vragen', record: 'teacher-search' } },
  },
  'teacher-application': {
    label: 'Aanmelding van docent',
    many: 'aanmeldingen van docenten',
    about: { one: 'aanmelding', many: 'aanmeldingen', column: 'contact_id', where: 'appointment_id' },
  },
  refresher: {
    about: { one: 'herhaling', many: 'herhalingen', column: 'contact_id' },
    fields: { group_id: 'Planning' },
  },
  'code95-credit': {
    about: { one: 'uren', many: 'uren', column: 'contact_id' },
    fields: { group_id: 'Planning', elearning_minutes: 'Waarvan e-learning', day_minutes: 'Minuten per dag' },
  },
  'register-request': {
    about: { one: 'cursist', many: 'cursisten', column: 'contact_id' },
  },
  certificate: {
    fields: {
      group_id: 'Planning',
      layout_id: 'Layout',
      layout_version: 'Versie van de layout',
    },
  },
}
