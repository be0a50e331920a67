/** The code that a layout of a report begins with: it says what `report.drawing.ts` draws. */
export const REPORT_TEMPLATE = `<body style="size: a4; margin: 34pt 36pt 56pt 36pt; font-size: 8pt; line-height: 1.4; color: #161b25">
<header from="2" style="top: 36pt"><div style="font-weight: medium; color: #475061; margin-bottom: 6pt">{{ titel }}</div></header>
<footer style="bottom: 24pt"><div style="font-size: 7.5pt; color: #475061; text-align: center">{{ titel }}, bladzijde <page-number/> van <page-count/></div></footer>

<columns style="border-bottom: 1.5pt solid #2353cf; padding-bottom: 8pt; margin-bottom: 12pt">
  <column><div style="font-size: 15pt; min-font-size: 9pt; font-weight: bold; line-height: 1.2">{{ huis.naam }}</div></column>
  <column style="width: 220pt; text-align: right; color: #475061">{{ huis.adres }}</column>
</columns>
<div style="font-size: 18pt; font-weight: bold; line-height: 1.2; margin-bottom: 6pt">Keuringsrapport</div>
{% if melding != "" %}<p style="font-size: 9pt; font-weight: medium; color: #8a4b00">{{ melding }}</p>{% endif %}
<columns style="margin-bottom: 8pt">
  {% for kolom in feiten %}
  <column style="width: 50%; padding-right: 12pt">
    <table>{% for feit in kolom.feiten %}<tr><td style="width: 62pt; padding: 1pt 0; color: #475061">{{ feit.label }}</td><td style="padding: 1pt 0">{{ feit.waarde }}</td></tr>{% endfor %}</table>
  </column>
  {% endfor %}
</columns>
<columns style="border: 0.5pt solid #c8cdd6; padding: 5pt 8pt; margin-bottom: 12pt">
  {% for totaal in totalen %}
  <column><div style="font-size: 13pt; font-weight: bold">{{ totaal.aantal }}</div><div style="color: #475061">{{ totaal.label }}</div></column>
  {% endfor %}
</columns>

<table>
<thead><tr style="border-bottom: 0.5pt solid #161b25; font-size: 7.5pt; color: #475061">
  <th style="width: 26pt; font-weight: medium; padding: 2pt 4pt">Nr</th>
  <th style="width: 108pt; font-weight: medium; padding: 2pt 4pt">Apparaat</th>
  <th style="width: 76pt; font-weight: medium; padding: 2pt 4pt">Plaats</th>
  <th style="width: 46pt; font-weight: medium; padding: 2pt 4pt">Productie</th>
  <th style="width: 112pt; font-weight: medium; padding: 2pt 4pt">Metingen</th>
  <th style="width: 88pt; font-weight: medium; padding: 2pt 4pt">Uitslag</th>
  <th style="font-weight: medium; padding: 2pt 4pt">Volgende</th>
</tr></thead>
{% for apparaat in apparaten %}
<tr style="border-bottom: 0.5pt solid #c8cdd6">
  <td style="padding: 5pt 4pt">{{ apparaat.nummer }}</td>
  <td style="padding: 5pt 4pt"><b>{{ apparaat.naam }}</b><div>{{ apparaat.kenmerken }}</div></td>
  <td style="padding: 5pt 4pt">{{ apparaat.plaats }}</td>
  <td style="padding: 5pt 4pt">{{ apparaat.productie }}</td>
  <td style="padding: 5pt 4pt">{% for meting in apparaat.metingen %}{% if meting.wijkt_af != "" %}<div style="font-weight: bold">{{ meting.tekst }}</div>{% else %}<div>{{ meting.tekst }}</div>{% endif %}{% endfor %}</td>
  <td style="padding: 5pt 4pt">
    {% if apparaat.is_afgekeurd != "" %}<div style="font-weight: bold; color: #a3182b">{{ apparaat.uitslag }}</div>
    {% elsif apparaat.met_opmerking != "" %}<div style="font-weight: bold; color: #8a4b00">{{ apparaat.uitslag }}</div>
    {% else %}<div style="font-weight: bold">{{ apparaat.uitslag }}</div>{% endif %}
    <div style="color: #475061">{{ apparaat.onderdelen }}</div>
  </td>
  <td style="padding: 5pt 4pt">{{ apparaat.volgende }}</td>
</tr>
{% endfor %}
</table>

{% if met_advies != "" %}<h3>Opmerkingen en advies</h3>{% endif %}
{% for advies in adviezen %}
<columns style="margin-bottom: 4pt"><column style="width: 18pt">{{ advies.nummer }}.</column><column>{{ advies.tekst }}<div style="color: #475061">{{ advies.vervolg }}</div></column></columns>
{% endfor %}
{% for lijst in lijsten %}<h3>{{ lijst.titel }}</h3><p>{{ lijst.tekst }}</p>{% endfor %}
{% if met_fotos != "" %}<h3>Foto’s bij de apparaten</h3>{% endif %}
{% for rij in fotos %}
<columns style="margin-bottom: 8pt; page-break-inside: avoid">
  {% for foto in rij.fotos %}<column style="width: 50%; padding-right: 12pt"><img src="{{ foto.beeld }}" style="width: 250pt; height: 186pt"/><div style="color: #475061">{{ foto.tekst }}</div></column>{% endfor %}
</columns>
{% endfor %}

<columns style="margin-top: 8pt; color: #475061; page-break-inside: avoid">
  <column style="width: 190pt; padding-right: 12pt; padding-top: 52pt"><hr style="margin: 0 0 4pt 0; border-top: 0.5pt solid #475061"/>{{ keurmeester }}</column>
  <column style="width: 190pt; padding-right: 12pt"><div style="height: 52pt"><img src="handtekening" style="width: 178pt; height: 48pt"/></div><hr style="margin: 0 0 4pt 0; border-top: 0.5pt solid #475061"/>{{ getekend }}</column>
  <column style="width: 66pt; padding-top: 8pt"><qr value="{{ controle.link }}" style="width: 62pt"/></column>
  <column style="font-size: 7.5pt; padding-top: 22pt">{{ controle.tekst }}</column>
</columns>
</body>
`
