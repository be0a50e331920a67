const GREETING = '<p>Met vriendelijke groet,<br>{{ afzender.naam }}</p>'
const PART =
  '{{ deel.datum }} van {{ deel.begintijd }} tot {{ deel.eindtijd }} uur: {{ deel.opleiding }}{% if deel.omschrijving != deel.opleiding %}, {{ deel.omschrijving }}{% endif %}{% if deel.plaats != blank %}, {{ deel.plaats }}{% endif %}'

/** To who takes over. */
export const TO_REPLACING = {
  subject: 'U valt in: uw rooster is gewijzigd',
  content: `<p>Beste {{ ontvanger.voornaam }},</p><p>U neemt deze onderdelen over:</p><p>{% for deel in overgenomen %}</p><p>${PART}{% if deel.route != blank %} (<a href="{{ deel.route }}">route</a>){% endif %}</p><p>{% endfor %}</p><p>Ze staan in uw rooster. Kunt u niet, beantwoord dan dit bericht.</p>${GREETING}`,
}

/** To the students of what is taken over: who comes. */
export const TO_STUDENTS = {
  subject: 'Een andere docent voor uw opleiding',
  content: `<p>Beste {{ ontvanger.voornaam }},</p><p>Deze onderdelen geeft een andere docent; tijd en plaats blijven gelijk:</p><p>{% for deel in overgenomen %}</p><p>${PART}, door {{ deel.invaller }}</p><p>{% endfor %}</p>${GREETING}`,
}

/** To who is away: what is taken care of, and by whom. */
export const TO_REPLACED = {
  subject: 'Uw onderdelen zijn overgenomen',
  content: `<p>Beste {{ ontvanger.voornaam }},</p><p>U bent als niet beschikbaar gemeld. Deze onderdelen worden van u overgenomen:</p><p>{% for deel in overgenomen %}</p><p>${PART}, door {{ deel.invaller }}</p><p>{% endfor %}</p>${GREETING}`,
}
