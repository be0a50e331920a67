import type { HistoryLabels } from '../system/history/points.ts'

const yesNo = { 0: 'Nee', 1: 'Ja' }

/** How the history names the columns of courses, plannings and what hangs on them. */
export const trainingLabels: Record<string, HistoryLabels> = {
  course: {
    label: 'Opleiding',
    fields: {
      course_id: { label: 'Opleiding', record: 'course' },
      position: 'Volgorde',
    },
  },
  course_component: {
    label: 'Onderdeel van een opleiding',
    fields: { component_id: 'Onderdeel van de opleiding', skill_id: { label: 'Vaardigheid', record: 'skill' } },
  },
  appointment_group: {
    label: 'Planning',
    fields: {
      group_id: 'Planning',
      company_id: { label: 'Bedrijf', record: 'company' },
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
    fields: {
      group_id: 'Planning',
      component_id: 'Onderdeel van de opleiding',
      appointment_id: { label: 'Onderdeel', record: 'appointment' },
      mime_type: 'Bestandsvorm',
      sha256: 'Vingerafdruk van het bestand',
      signed_at: 'Getekend op',
    },
  },
  appointment_status: {
    label: 'Planningstatus',
    fields: { key: 'Status', label: 'Naam', css: 'Stijl', color: 'Kleur', position: 'Volgorde' },
  },
  enrolment: {
    label: 'Inschrijving',
    fields: {
      appointment_id: { label: 'Onderdeel', record: 'appointment' },
      contact_id: { label: 'Cursist', record: 'contact' },
      company_id: { label: 'Bedrijf', record: 'company' },
      present: { label: 'Aanwezig', values: yesNo },
      passed: { label: 'Geslaagd', values: yesNo },
      note: 'Opmerking',
    },
  },
  reservation: {
    label: 'Reservering',
    fields: {
      appointment_id: { label: 'Onderdeel', record: 'appointment' },
      company_id: { label: 'Bedrijf', record: 'company' },
      contact_id: { label: 'Contact', record: 'contact' },
      places: 'Plaatsen',
      note: 'Opmerking',
    },
  },
  layout: {
    label: 'Layout',
    fields: { name: 'Naam', kind: { label: 'Soort', values: { certificate: 'Certificaat' } }, active: 'Actief' },
  },
  certificate: {
    label: 'Certificaat',
    fields: {
      number: 'Nummer',
      contact_id: { label: 'Cursist', record: 'contact' },
      group_id: 'Planning',
      course_id: { label: 'Opleiding', record: 'course' },
      layout_id: 'Layout',
      layout_version: 'Versie van de layout',
      issued_on: 'Uitgegeven op',
      valid_until: 'Geldig tot en met',
      withdrawn_at: 'Ingetrokken op',
      withdrawn_reason: 'Reden van intrekken',
      replaces_id: { label: 'Vervangt', record: 'certificate' },
    },
  },
}
