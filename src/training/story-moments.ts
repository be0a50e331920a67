import type { Trx } from '../platform/database/types.ts'
import type { Story } from '../platform/story.ts'

declare module '../platform/story.ts' {
  interface Story {
    /** Reminds the students of a planning before it begins. */
    moment: number
    /** Thanks who was there; stopped for the foreign planning. */
    stoppedMoment: number
  }
}

const CONFIRMATION = {
  name: 'Bevestiging van inschrijving',
  subject: 'Bevestiging: {{ planning.cursus }} op {{ planning.datum }}',
  content:
    '<p>Beste {{ ontvanger.voornaam }},</p><p>U bent ingeschreven voor {{ planning.cursus }}. We verwachten u bij:</p><p>{% for onderdeel in onderdelen %}</p><p>{{ onderdeel.datum }} van {{ onderdeel.begintijd }} tot {{ onderdeel.eindtijd }} uur{% if onderdeel.plaats != blank %}, {{ onderdeel.plaats }}{% endif %}</p><p>{% endfor %}</p><p>Met vriendelijke groet,<br />{{ organisatie.naam }}</p>',
}
const THANKS = {
  name: 'Bedankt voor uw komst',
  subject: 'Bedankt voor uw komst bij {{ planning.cursus }}',
  content:
    '<p>Beste {{ ontvanger.voornaam }},</p><p>Dank u wel dat u erbij was. Hebt u nog vragen, beantwoord dan dit bericht.</p><p>Met vriendelijke groet,<br />{{ organisatie.naam }}</p>',
}

const CHANGE = {
  name: 'Wijziging van tijd of plaats',
  subject: 'Gewijzigd: {{ planning.cursus }}',
  content:
    '<p>Beste {{ ontvanger.voornaam }},</p><p>De tijd of de plaats van {{ planning.cursus }} is gewijzigd. We verwachten u bij:</p><p>{% for onderdeel in onderdelen %}</p><p>{{ onderdeel.datum }} van {{ onderdeel.begintijd }} tot {{ onderdeel.eindtijd }} uur{% if onderdeel.plaats != blank %}, {{ onderdeel.plaats }}{% endif %}</p><p>{% endfor %}</p><p>Met vriendelijke groet,<br />{{ organisatie.naam }}</p>',
}
const OVER = {
  name: 'Inschrijving vervallen',
  subject: 'Uw inschrijving voor {{ planning.cursus }} is vervallen',
  content:
    '<p>Beste {{ ontvanger.voornaam }},</p><p>Uw inschrijving voor {{ planning.cursus }} van {{ planning.datum }} is vervallen. Hebt u vragen, beantwoord dan dit bericht.</p><p>Met vriendelijke groet,<br />{{ organisatie.naam }}</p>',
}

const CERTIFICATE = {
  name: 'Certificaat',
  subject: 'Uw certificaat van {{ planning.cursus }}',
  content:
    '<p>Beste {{ ontvanger.voornaam }},</p><p>Gefeliciteerd. In de bijlage vindt u uw certificaat {{ certificaat.nummer }} van {{ planning.cursus }}.</p><p>Met vriendelijke groet,<br />{{ organisatie.naam }}</p>',
}
const EXPIRY = {
  name: 'Certificaat verloopt',
  subject: 'Uw certificaat van {{ planning.cursus }} verloopt',
  content:
    '<p>Beste {{ ontvanger.voornaam }},</p><p>Uw certificaat van {{ planning.cursus }} is geldig tot {{ certificaat.geldig_tot }}. Wilt u het verlengen, beantwoord dan dit bericht.</p><p>Met vriendelijke groet,<br />{{ organisatie.naam }}</p>',
}

/** Messages that go by themselves, from now on: nobody is told of what the story told of before. */
export async function seedMoments(trx: Trx, story: Story): Promise<void> {
  const [confirmation, thanks, change, over, certificate, expiry] = await trx
    .insertInto('default_messages')
    .values([CONFIRMATION, THANKS, CHANGE, OVER, CERTIFICATE, EXPIRY])
    .returning('id')
    .execute()
  const shared = { conditions: ['certain'], active_since: new Date() }
  const moments = await trx
    .insertInto('message_moments')
    .values([
      {
        ...shared,
        kind: 'planning-begin',
        days: 7,
        at: '09:00',
        recipients: 'students',
        template_id: story.defaultMessage,
      },
      { ...shared, kind: 'enrolment', days: 0, at: null, recipients: 'students', template_id: confirmation!.id },
      {
        ...shared,
        conditions: ['present'],
        kind: 'planning-end',
        days: 1,
        at: '10:00',
        recipients: 'students',
        template_id: thanks!.id,
      },
      ...[
        { kind: 'planning-change', template_id: change!.id },
        { kind: 'planning-over', template_id: over!.id },
      ].map((moment) => ({ ...shared, ...moment, conditions: [], days: 0, at: null, recipients: 'students' })),
      // Proposed: nobody is surprised by them.
      ...[
        { kind: 'certificate', template_id: certificate!.id, conditions: ['unsent'], days: 0, at: null },
        { kind: 'expiry', template_id: expiry!.id, conditions: ['unrenewed'], days: 90, at: '09:00' },
      ].map((moment) => ({ ...shared, ...moment, recipients: 'students', active: false })),
    ])
    .returning('id')
    .execute()
  story.moment = moments[0]!.id
  story.stoppedMoment = moments[2]!.id
  await trx
    .insertInto('moment_stops')
    .values({ moment_id: story.stoppedMoment, scope_id: story.plannings.foreign })
    .execute()
}
