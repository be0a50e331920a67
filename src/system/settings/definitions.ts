import * as z from 'zod'
import { UNDO_SECONDS } from '../../platform/jobs/jobs.ts'

/** What a document may be, by what its content is; each kind stands for the file types a person means by it. */
export const DOCUMENT_KINDS = {
  pdf: 'PDF',
  image: 'Afbeeldingen',
  office: 'Word, Excel en PowerPoint',
  text: 'Tekst en CSV',
  archive: 'Zip',
} as const

const line = z.string().default('')
const keysOf = <K extends string>(list: Record<K, string>) => Object.keys(list) as [K, ...K[]]

/**
 * Every setting of the installation: how it is called in the history, and what its value is. A setting that was never
 * saved has the defaults of its schema.
 */
export const SETTINGS = {
  organisation: {
    label: 'Organisatie',
    schema: z.object({
      name: line,
      street: line,
      street_no: line,
      street_no_adding: line,
      postal_code: line,
      city: line,
      phone: line,
      email: line,
      website: line,
      /** An outside manual in the place of our own (rulings 10.2). */
      manual_url: line,
      /** Name of the uploaded image above the first page of the portal. */
      welcome_picture: line,
      /** Name of the uploaded logo that stands on what the organisation issues; empty: its name alone. */
      logo: line,
      /** Of buttons and links of the offer, '#rrggbb'; empty: that of the house style. */
      offer_color: line,
    }),
  },
  firm: {
    label: 'Administratie',
    schema: z.object({
      /** Empty: that of the organisation. */
      legal_name: line,
      coc_no: line,
      vat_id: line,
      iban: line,
      /** Empty: the legal name. */
      iban_name: line,
      /** Of the register of institutes whose courses can be exempt from VAT. */
      crkbo_no: line,
    }),
  },
  bookkeeping: {
    label: 'Afgesloten periode',
    schema: z.object({
      /** The last day of what was handed in; empty while nothing was. */
      closed_until: line,
    }),
  },
  map: {
    label: 'Kaart',
    schema: z.object({
      /** Whether addresses of orders go to the register by themselves; nothing leaves the installation unless somebody wants that. */
      look_up_places: z.boolean().default(false),
    }),
  },
  inspections: {
    label: 'Keuringen',
    schema: z.object({
      /** What is billed for a device that is approved or installed, where its category says nothing else. */
      approved_product_id: z.number().int().nullable().default(null),
      /** The company that is the own firm: its devices are what is measured with. */
      own_company_id: z.number().int().nullable().default(null),
      installed_product_id: z.number().int().nullable().default(null),
      /** So many days before a work month the orders of contracts are made. */
      days_ahead: z.number().int().default(30),
      /** How long a visit takes at a customer where none was done yet. */
      visit_minutes: z.number().int().default(60),
      /** When customers can be visited who tell no hours of their own. */
      visit_from: z.string().default('08:00'),
      visit_until: z.string().default('17:00'),
      /** How roads compare to a straight line, in percent, and how fast one drives. */
      travel_factor: z.number().int().default(130),
      travel_speed: z.number().int().default(50),
      /** What customers are asked to do before a visit, in the messages about it. */
      visit_preparation: z
        .string()
        .default('Zorg dat de apparaten bereikbaar zijn en dat er iemand is die ons ontvangt.'),
    }),
  },
  /** How invoices are booked in the package that is linked. */
  accounting: {
    label: 'Koppeling boekhouding',
    schema: z.object({
      /** The journal of sales, where the package has several. */
      journal: z.string().default('70'),
      /**
       * How a stand-in is asked. No form has it: nobody can know better than the package what it allows, and who waits
       * too short for an answer books twice.
       */
      stand_in: z.object({ short: z.number().int(), day: z.number().int(), answer_ms: z.number().int() }).optional(),
    }),
  },
  bank: {
    label: 'Bankafschriften',
    schema: z.object({
      /** What is certain is booked while a statement is read. */
      book_certain: z.boolean().default(true),
      /** So many cents a payment may be off and still settle its invoice. */
      payment_difference: z.number().default(5),
      /** What of a statement is none of a customer: an account, 'af' or 'bij', and why. */
      skips: z.array(z.string()).default([]),
    }),
  },
  invoices: {
    label: 'Facturen',
    schema: z.object({
      /** The product whose lines have their name, price and VAT typed; the migrations bring the first one. */
      free_product_id: z.number().int().nullable().default(null),
      /** In which form machines of customers read invoices. */
      ubl_format: z.enum(['peppol', 'nlcius']).default('peppol'),
    }),
  },
  quotations: {
    label: 'Offertes',
    schema: z.object({
      /** What a customer accepts behind the link of a quotation becomes an order by itself. */
      order_when_accepted: z.boolean().default(true),
    }),
  },
  document_texts: {
    label: 'Teksten van documenten',
    schema: z.object({
      quotation_header: line,
      quotation_footer: line,
      order_header: line,
      order_footer: line,
      invoice_header: line,
      invoice_footer: line,
      payment_text: z.string().default('Vermeld bij uw betaling het factuurnummer.'),
    }),
  },
  documents: {
    label: 'Documenten',
    schema: z.object({
      /** Largest file in MB (1,000,000 bytes, as the specification counts them). */
      max_megabytes: z.number().int().min(1).max(100).default(20),
      kinds: z.array(z.enum(keysOf(DOCUMENT_KINDS))).default(['pdf', 'image', 'office', 'text']),
    }),
  },
  mail: {
    label: 'E-mail',
    schema: z.object({
      sender_name: line,
      /** Empty: answers go to the sender. */
      reply_to: line,
      /** Seconds for which mail waits, so that what it tells of can be taken back. */
      undo_seconds: z.number().int().min(0).max(120).default(UNDO_SECONDS),
    }),
  },
  hidden_contact_fields: {
    label: 'Verborgen contactvelden',
    schema: z.array(z.string()).default([]),
  },
  /** Keys of the modules that the organisation does without. */
  modules_off: {
    label: 'Onderdelen die uit staan',
    schema: z.array(z.string()).default([]),
  },
  two_step_roles: {
    label: 'Inloggen in twee stappen',
    schema: z.array(z.number().int().min(1).max(6)).default([]),
  },
  holidays: {
    label: 'Feestdagen',
    schema: z.object({
      good_friday: z.boolean().default(false),
      liberation_day: z.enum(['always', 'lustrum', 'never']).default('always'),
    }),
  },
  waiting_list: {
    label: 'Wachtlijst',
    schema: z.object({
      /** Working hours within which somebody answers an offer; those between `day_from` and `day_until` of these weekdays. */
      answer_hours: z.number().int().min(1).max(100).default(10),
      day_from: z.string().default('08:00'),
      day_until: z.string().default('18:00'),
      weekdays: z.array(z.number().int().min(1).max(7)).default([1, 2, 3, 4, 5]),
      /** Places of one planning that the people of one company get by it. */
      company_quota: z.number().int().nullable().default(null),
    }),
  },
  /** Which default message each reads when somebody takes over; the migrations bring the first ones. */
  replacement_messages: {
    label: 'Berichten bij overdragen',
    schema: z.object({
      to_replacing: z.number().int().nullable().default(null),
      to_replaced: z.number().int().nullable().default(null),
      to_students: z.number().int().nullable().default(null),
    }),
  },
  /** Which default message customers read with what they are sent; the migrations bring the first ones. */
  sale_messages: {
    label: 'Berichten bij facturen en offertes',
    schema: z.object({
      invoice_message: z.number().int().nullable().default(null),
      quotation_message: z.number().int().nullable().default(null),
    }),
  },
  /** When which letter about an open invoice comes, and what it asks beside the invoice. */
  reminders: {
    label: 'Herinneringen',
    schema: z.object({
      first_days: z.number().int().min(1).max(90).default(7),
      next_days: z.number().int().min(1).max(90).default(14),
      notice_days: z.number().int().min(15).max(90).default(16),
      collection_days: z.number().int().min(1).max(90).default(14),
      charges_interest: z.boolean().default(false),
      /** Who cannot deduct VAT asks it over the costs of collecting. */
      charges_costs_vat: z.boolean().default(false),
      /** Letters that go by themselves on working days. */
      automatic_steps: z.array(z.enum(['reminder', 'notice', 'final'])).default([]),
    }),
  },
  /** Which default message customers read with such a letter; the migrations bring the first ones. */
  reminder_messages: {
    label: 'Berichten bij herinneringen',
    schema: z.object({
      reminder_message: z.number().int().nullable().default(null),
      notice_message: z.number().int().nullable().default(null),
      final_message: z.number().int().nullable().default(null),
      statement_message: z.number().int().nullable().default(null),
    }),
  },
  /** Which default message customers read with the report of a visit; the migrations bring the first one. */
  report_messages: {
    label: 'Berichten bij keuringsrapporten',
    schema: z.object({ report_message: z.number().int().nullable().default(null) }),
  },
  hok: {
    label: 'Registers',
    schema: z.object({
      /** Whether students who passed can be passed on to Het Oranje Kruis when a planning is finished. */
      hok_enabled: z.boolean().default(false),
      /** What this organisation asks of everybody it passes on, whatever the register. */
      register_rules: z
        .array(z.enum(['email', 'own_email', 'real_name', 'initials', 'place', 'group_size']))
        .default([]),
    }),
  },
  /** The tablets on which students say that they are there; times in seconds. */
  kiosk: {
    label: 'Kiosk',
    schema: z.object({
      show_welcome: z.number().int().default(8),
      show_close: z.number().int().default(8),
      reset: z.number().int().default(60),
      cancel_reset: z.number().int().default(15),
      /** What stands on the welcome screen beside room and time, such as where the coffee is. */
      welcome_note: line,
    }),
  },
  max_establishments: {
    label: 'Aantal vestigingen',
    schema: z.number().int().nullable().default(null),
  },
} as const satisfies Record<string, { label: string; schema: z.ZodType }>

export type SettingKey = keyof typeof SETTINGS
export type SettingValue<K extends SettingKey> = z.output<(typeof SETTINGS)[K]['schema']>
