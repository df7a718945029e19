/** The tire care guide that the shop sells for nothing: eight pages, a PDF made anew with each seed. */
import { type PdfPage, pdfOf } from './pdf.ts'

/** `file_key` of its download link. */
export const GUIDE_KEY = 'guides/tire-care.pdf'

const PAGES: readonly PdfPage[] = [
  {
    heading: 'Tire care guide',
    paragraphs: [
      'Most tires do not wear out. They are worn out, by low pressure, by never changing places, and by curbs. This guide has what you can do about it, on eight short pages.',
      'You need a pressure gauge, a tread gauge or a penny, and ten minutes a month.',
      'Pressure, page 2. Rotation, page 3. Reading the tread, page 4. Reading the sidewall, page 5. The DOT code, page 6. Damage and repair, page 7. Storage, page 8.',
    ],
  },
  {
    heading: 'Pressure',
    paragraphs: [
      'Check it once a month and before a long drive, with the tires cold: before the first mile, or three hours after the last.',
      'The right pressure stands on the placard in the frame of the driver door. The number on the sidewall is the most the tire may hold, not what your car needs.',
      'A tire loses about 1 psi a month, and 1 psi for each 10 degrees Fahrenheit that it gets colder. The first frost of a year is the day to look.',
      'Too little wears both shoulders and heats the tire. Too much wears the middle and lengthens the way to stop. Do not forget the spare.',
    ],
  },
  {
    heading: 'Rotation',
    paragraphs: [
      'Tires in front wear their shoulders in turns, and those that drive wear faster. Changing places evens it out: every 5,000 to 7,000 miles, or with each oil change.',
      'Front-wheel drive: the front pair goes straight back, the rear pair comes to the front crossed over. Rear-wheel and all-wheel drive: the rear pair goes straight to the front, the front pair goes back crossed over.',
      'Tires with an arrow on the sidewall stay on their side of the car. If the front and the rear have different sizes, they only change from left to right, and not when they have an arrow.',
      'With all-wheel drive keep the four tires within 2/32 inch of each other, or the drivetrain works against itself.',
    ],
  },
  {
    heading: 'Reading the tread',
    paragraphs: [
      'Tread is measured in 32nds of an inch, in the main grooves, at three places around the tire. The least of them counts.',
      'A new tire has 9 to 12. At 4 it begins to lose the grip on wet roads. At 2 it is worn out by law in most states, and the bars across the grooves are level with the tread.',
      'With a penny: put it into a groove, head first. If you see all of Lincoln, there is 2/32 or less. A quarter shows 4/32: the tread should reach the head of Washington.',
      'Worn in the middle: too much pressure. Both shoulders: too little. One shoulder: have the alignment checked. Cups and waves: have the shocks and the balance checked.',
    ],
  },
  {
    heading: 'Reading the sidewall',
    paragraphs: [
      '225/45R17 94W: the tire is 225 millimeters wide, its sidewall is 45 percent of that high, R is for radial, and the wheel is 17 inches across.',
      '94 is the load index, 1,477 pounds for each tire. Never go below what the placard asks for.',
      'W is the speed symbol, up to 168 miles an hour. A lower one than the car was made for changes how it steers as well.',
      'M+S means that the tread is open enough for mud and snow. The mountain with the snowflake means that it passed a test on snow.',
    ],
  },
  {
    heading: 'The DOT code',
    paragraphs: [
      'On one side of each tire stands DOT and a row of letters and digits. The last four say when it was made: 2419 is week 24 of 2019.',
      'If you see only DOT and letters, look at the other side. Three digits at the end mean a tire of the last century: do not drive on it.',
      'Rubber hardens with the years, driven or not. Look closely at tires from the sixth year on, once a year, and do not drive on tires that are older than ten, however deep their tread.',
      'No tire that we sell was made before 2011, and the page of each one says its week and year.',
    ],
  },
  {
    heading: 'Damage and repair',
    paragraphs: [
      'A nail in the middle of the tread can be repaired when the hole is not larger than a quarter of an inch. The tire has to come off the wheel: a plug alone is no repair, a plug with a patch from the inside is.',
      'Holes in the shoulder or the sidewall are never repaired. Neither are two holes that lie close together.',
      'A bulge means that cords are broken inside. Do not drive on it, not even to the shop.',
      'After a hard curb or pothole look at the sidewall on both sides of the wheel, and watch the pressure for a week.',
    ],
  },
  {
    heading: 'Storage',
    paragraphs: [
      'Wash the tires and let them dry. Note where each one stood: FL, FR, RL, RR. It tells you where it goes next.',
      'Put each one into a bag that closes, press the air out, and keep them in a cool, dark and dry place, away from motors and heaters. Ozone from electric motors ages rubber.',
      'On wheels: stack them flat or hang them. Without wheels: stand them upright and turn them a little each month.',
      'Before they go back on: look for cracks, read the date, and set the pressure. After 50 miles have the lug nuts tightened once more.',
    ],
  },
]

/** The guide as a file. */
export function careGuide(): Uint8Array {
  return pdfOf('Tire care guide', PAGES)
}
