import { SMTP_ENCRYPTIONS } from '../../platform/mail/servers.ts'
import type { HistoryLabels } from './points.ts'

const WEEKDAYS = {
  1: 'maandag',
  2: 'dinsdag',
  3: 'woensdag',
  4: 'donderdag',
  5: 'vrijdag',
  6: 'zaterdag',
  7: 'zondag',
}

export const systemLabels: Record<string, HistoryLabels> = {
  user: {
    fields: {
      contact_id: { label: 'Contact', record: 'contact' },
      blocked: 'Uitgeschakeld door een beheerder',
      agreed_to: 'Akkoord met voorwaarden',
      key: 'Voorwaarden',
      agreed_at: 'Akkoord op',
      user_id: { label: 'Gebruiker', record: 'user' },
      format: 'Bestandsvorm',
      hour: 'In het uur vanaf',
      count: 'Aantal keren',
    },
  },
  note: {
    fields: {
      object_type: 'Bij soort',
      object_id: 'Bij nummer',
      created_by: { label: 'Geschreven door', record: 'user' },
    },
  },
  document: {
    of: 'documents',
    fields: {
      object_type: 'Bij soort',
      object_id: 'Bij nummer',
      document_id: { label: 'Document', record: 'document' },
      number: 'Versie',
      file_id: 'Bestandsnummer',
      created_by: { label: 'Toegevoegd door', record: 'user' },
    },
  },
  'message-moment': {
    fields: {
      object_type: 'Soort record',
      active_since: 'Telt vanaf',
      moment_id: { label: 'Automatisch bericht', record: 'message-moment' },
      scope_id: 'Gestopt voor planning',
    },
  },
  'default-message': {
    fields: {
      default_message_id: { label: 'Standaardbericht', record: 'default-message' },
      file_id: 'Bestandsnummer',
    },
  },
  'mail-account': {
    label: 'Postbus',
    fields: { address: 'Adres', provider: 'Aanbieder', error: 'Storing' },
  },
  'mail-server': {
    label: 'Mailserver',
    fields: {
      host: 'Mailserver',
      port: 'Poort',
      encryption: { label: 'Versleuteling', values: SMTP_ENCRYPTIONS },
      username: 'Gebruikersnaam',
      address: 'Afzenderadres',
    },
  },
  setting: { fields: { key: 'Instelling', value: 'Waarde' } },
  retention_term: {
    fields: { removed: 'Aantal opgeschoond' },
  },
  establishment: {
    fields: {
      establishment_id: { label: 'Vestiging', record: 'establishment' },
      weekday: { label: 'Weekdag', values: WEEKDAYS },
    },
  },
  establishment_day: {
    fields: {
      establishment_id: { label: 'Vestiging', record: 'establishment' },
    },
  },
  api_client: { label: 'API-client', many: 'API-clients' },
  room_closure: { label: 'Sluiting van een lokaal' },
  material_outage: { label: 'Middel buiten gebruik' },
}
