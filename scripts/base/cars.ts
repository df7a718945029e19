/**
 * Some forty cars that many drive, by generation and trim, with the sizes they left the factory on; six have another
 * size at the rear. Behind each size stand the least load index and speed symbol of a tire for that axle: those of the
 * factory's tire where they are well known, else a lower bound for the size and the kind of car. Written by hand from
 * common knowledge: fitments and needs are the demo shop's own, to be checked before anyone drives by them.
 *
 * Line: make | model | generation | years | body | trim size load+speed[+rear size load+speed], …
 */
import { sizeSlug } from '../../schema/catalog/sizes/tire-size.ts'
import type { carFitment, carModel } from '../../schema/catalog/vehicle/vehicle.table.ts'
import { optionSlug } from '../../schema/paths.ts'

const LINES = `
Audi|A4|B8|2009-2016|Sedan|Premium 225/50R17 94H,S line 245/40R18 93H
Audi|A4|B9|2017-2025|Sedan|Premium 225/50R17 94H,S line 245/40R18 93H
BMW|3 Series|F30|2012-2018|Sedan|320i 225/50R17 94V,328i 225/45R18 91V,335i M Sport 225/40R19 89W+255/35R19 92W
BMW|3 Series|G20|2019-2026|Sedan|330i 225/45R18 91V,330i M Sport 225/40R19 89W+255/35R19 92W
BMW|X5|F15|2014-2018|SUV|xDrive35i 255/50R19 107H
Chevrolet|Camaro|Sixth|2016-2024|Coupe|LT 245/50R18 100V,SS 245/40R20 95W+275/35R20 98W
Chevrolet|Corvette|C7|2014-2019|Coupe|Stingray 245/40R18 88Y+285/35R19 90Y
Chevrolet|Equinox|Third|2018-2024|SUV|LS 225/65R17 102H,Premier 235/50R19 99H
Chevrolet|Malibu|Ninth|2016-2025|Sedan|LS 205/65R16 95H,LT 225/55R17 97H,Premier 245/40R19 94V
Chevrolet|Silverado 1500|K2|2014-2018|Truck|LT 265/65R18 112S,LTZ 275/55R20 111S
Chevrolet|Silverado 1500|T1|2019-2026|Truck|LT 265/65R18 112S,LTZ 275/60R20 114S
Dodge|Charger|LD|2011-2023|Sedan|SE 215/65R17 98T,R/T 245/45R20 99V
Ford|Escape|Third|2013-2019|SUV|SE 235/55R17 99H,Titanium 235/45R19 95H
Ford|Escape|Fourth|2020-2026|SUV|S 225/65R17 102H,SEL 225/60R18 100H,Titanium 225/55R19 99H
Ford|Explorer|Fifth|2011-2019|SUV|Base 245/65R17 105S,XLT 245/60R18 104H,Limited 255/50R20 104H
Ford|Explorer|Sixth|2020-2026|SUV|XLT 255/65R18 109S,Limited 255/55R20 107H
Ford|F-150|Thirteenth|2015-2020|Truck|XL 245/70R17 108S,XLT 265/70R17 113S,Lariat 275/65R18 114S,Platinum 275/55R20 111S
Ford|F-150|Fourteenth|2021-2026|Truck|XL 245/70R17 108S,XLT 265/70R17 113S,Lariat 275/65R18 114S,Platinum 275/60R20 114S
Ford|Fusion|Second|2013-2020|Sedan|S 215/60R16 95H,SE 235/50R17 96H,Titanium 235/45R18 94V
Ford|Mustang|S550|2015-2023|Coupe|EcoBoost 235/55R17 98V,GT 235/50R18 97V,GT Performance 255/40R19 96W+275/40R19 101W
Honda|Accord|Ninth|2013-2017|Sedan|LX 205/65R16 95H,EX 215/55R17 94V,Sport 235/45R18 94V
Honda|Accord|Tenth|2018-2022|Sedan|LX 225/50R17 94V,Sport 235/40R19 96V
Honda|Civic|Ninth|2012-2015|Sedan|LX 195/65R15 89H,EX 205/55R16 89H,Si 215/45R17 87V
Honda|Civic|Tenth|2016-2021|Sedan|LX 215/55R16 93H,EX 215/50R17 91H,Sport 235/40R18 91V
Honda|Civic|Eleventh|2022-2026|Sedan|LX 215/55R16 93H,EX 215/50R17 91H,Sport 235/40R18 91V
Honda|CR-V|Fourth|2012-2016|SUV|LX 215/70R16 100S,EX 225/65R17 102T
Honda|CR-V|Fifth|2017-2022|SUV|LX 235/65R17 104H,EX 235/60R18 103H
Honda|CR-V|Sixth|2023-2026|SUV|EX 235/60R18 103H,Sport Touring 235/55R19 101H
Honda|Odyssey|Fifth|2018-2026|Minivan|EX 235/60R18 103H,Elite 235/55R19 101H
Honda|Pilot|Third|2016-2022|SUV|LX 245/60R18 105H,Touring 245/50R20 102H
Hyundai|Elantra|AD|2017-2020|Sedan|SE 195/65R15 91H,Value Edition 205/55R16 91H,Limited 225/45R17 91V
Hyundai|Elantra|CN7|2021-2026|Sedan|SE 195/65R15 91H,SEL 205/55R16 91H,Limited 225/45R17 91V,N Line 235/40R18 91W
Hyundai|Sonata|DN8|2020-2026|Sedan|SE 205/65R16 95H,SEL 215/55R17 94V,Limited 235/45R18 94V
Hyundai|Tucson|TL|2016-2021|SUV|SE 225/60R17 99H,Limited 245/45R19 98H
Jeep|Grand Cherokee|WK2|2011-2021|SUV|Laredo 245/70R17 110S,Limited 265/60R18 109T,Overland 265/50R20 106T
Jeep|Wrangler|JK|2007-2018|SUV|Sport 225/75R16 104Q,Sahara 255/70R18 112S
Jeep|Wrangler|JL|2018-2026|SUV|Sport 245/75R17 110S,Sahara 255/70R18 112S,Rubicon LT285/70R17 116Q
Kia|Sorento|UM|2016-2020|SUV|LX 235/65R17 104H,EX 235/60R18 103H,SX 235/55R19 101H
Kia|Soul|PS|2014-2019|Hatchback|Base 205/60R16 92H,Plus 215/55R17 94H,Exclaim 235/45R18 94V
Lexus|IS|XE30|2014-2020|Sedan|IS 250 225/45R17 91V,IS 350 F Sport 225/40R18 88W+255/35R18 90W
Lexus|RX|AL20|2016-2022|SUV|RX 350 235/65R18 106H,F Sport 235/55R20 102V
Mazda|CX-5|KE|2013-2016|SUV|Sport 225/65R17 102H,Grand Touring 225/55R19 99V
Mazda|CX-5|KF|2017-2025|SUV|Sport 225/65R17 102H,Grand Touring 225/55R19 99V
Mazda|Mazda3|BM|2014-2018|Hatchback|Sport 205/60R16 92H,Touring 215/45R18 89V
Mazda|Mazda3|BP|2019-2026|Hatchback|Sport 205/60R16 92H,Premium 215/45R18 89V
Mercedes-Benz|C-Class|W205|2015-2021|Sedan|C 300 225/50R17 94H,C 300 Sport 225/45R18 91V+245/40R18 93V
Nissan|Altima|L33|2013-2018|Sedan|S 215/60R16 94T,SV 215/55R17 93V,SL 235/45R18 94V
Nissan|Altima|L34|2019-2025|Sedan|S 215/60R16 95H,SV 215/55R17 94V,SR 235/40R19 92V
Nissan|Rogue|T32|2014-2020|SUV|S 225/65R17 102H,SL 225/60R18 100H
Nissan|Rogue|T33|2021-2026|SUV|S 235/65R17 104H,SV 235/60R18 103H,Platinum 235/55R19 101H
Nissan|Sentra|B17|2013-2019|Sedan|S 205/55R16 89H,SR 205/50R17 89H
Ram|1500|DS|2009-2018|Truck|Tradesman 265/70R17 113S,Big Horn 275/60R20 114S
Ram|1500|DT|2019-2026|Truck|Big Horn 275/65R18 116T,Laramie 275/55R20 111T
Subaru|Forester|SJ|2014-2018|SUV|2.5i 225/60R17 98H,2.5i Touring 225/55R18 98H
Subaru|Forester|SK|2019-2024|SUV|Base 225/60R17 99H,Sport 225/55R18 98H
Subaru|Outback|BS|2015-2019|Wagon|2.5i 225/65R17 102H,Limited 225/60R18 100H
Subaru|Outback|BT|2020-2025|Wagon|Base 225/65R17 102H,Limited 225/60R18 100H
Subaru|WRX|VA|2015-2021|Sedan|Base 235/45R17 94W,Limited 245/40R18 93W
Tesla|Model 3|First|2017-2023|Sedan|Standard 235/45R18 98V,Long Range Sport 235/40R19 96W
Tesla|Model S|First|2012-2020|Sedan|75D 245/45R19 98V
Toyota|Camry|XV50|2012-2017|Sedan|LE 205/65R16 94T,XLE 215/55R17 93V,SE 225/45R18 91V
Toyota|Camry|XV70|2018-2024|Sedan|L 205/65R16 95H,LE 215/55R17 94V,SE 235/45R18 94V,XSE 235/40R19 92V
Toyota|Corolla|E170|2014-2019|Sedan|L 195/65R15 89S,LE 205/55R16 89H,S 215/45R17 87V
Toyota|Corolla|E210|2020-2026|Sedan|L 195/65R15 89S,LE 205/55R16 91H,SE 225/40R18 88V
Toyota|Highlander|XU70|2020-2026|SUV|LE 235/65R18 106H,Platinum 235/55R20 102V
Toyota|Prius|XW30|2010-2015|Hatchback|Two 195/65R15 89S,Five 215/45R17 87V
Toyota|Prius|XW50|2016-2022|Hatchback|L 195/65R15 91S,Touring 215/45R17 87V
Toyota|RAV4|XA40|2013-2018|SUV|LE 225/65R17 101H,Limited 235/55R18 99H
Toyota|RAV4|XA50|2019-2025|SUV|LE 225/65R17 102H,XLE Hybrid 225/60R18 100H,Adventure 235/55R19 101H
Toyota|Sienna|XL30|2011-2020|Minivan|LE 235/60R17 100T,Limited 235/55R18 99T
Toyota|Tacoma|Third|2016-2023|Truck|SR5 245/75R16 109S,TRD Off-Road 265/70R16 111S,TRD Sport 265/65R17 110S,Limited 265/60R18 109T
Toyota|Tundra|XK50|2014-2021|Truck|SR5 255/70R18 112S,Limited 275/55R20 111S
Volkswagen|Golf|Mk7|2015-2021|Hatchback|S 195/65R15 91H,SE 205/55R16 91H,SEL 225/45R17 91H,GTI 225/40R18 92H
Volkswagen|Jetta|A6|2011-2018|Sedan|S 195/65R15 91H,SE 205/55R16 91H,GLI 225/45R17 91H
Volkswagen|Jetta|A7|2019-2026|Sedan|S 205/60R16 92H,R-Line 205/55R17 91H,GLI 225/45R18 91H
`

/** Cars that come with these driven wheels only; all others come with more than one kind. */
const DRIVES: Readonly<Record<string, readonly string[]>> = {
  'Front-wheel drive': [
    'Malibu',
    'Accord',
    'Civic',
    'Odyssey',
    'Elantra',
    'Sonata',
    'Soul',
    'Sentra',
    'Corolla',
    'Golf',
    'Jetta',
  ],
  'Rear-wheel drive': ['3 Series', 'Camaro', 'Corvette', 'Mustang'],
  'All-wheel drive': ['X5', 'Forester', 'Outback', 'WRX'],
  'Four-wheel drive': ['Wrangler'],
}

function driveOf(model: string): string | null {
  return Object.keys(DRIVES).find((drive) => DRIVES[drive]?.includes(model)) ?? null
}

/** Trim, what stands at the front, and at the rear where that is another size. */
const ENTRY = /^(.+?) ((?:LT)?\d{3}\/\S+ \w+)(?:\+(.+))?$/
const NEED = /^((?:LT)?\d{3}\/\d{2}R\d{2}) (\d{2,3})([A-Z])$/

/** `225/45R17 91V` */
function needOf(text: string): { size: string; load: number; speed: string } {
  const [, size, load, speed] = NEED.exec(text) ?? []
  if (size === undefined || speed === undefined) throw new Error(`not a size, load and speed: ${text}`)
  return { size, load: Number(load), speed }
}

export const CAR_ROWS: (typeof carModel.$inferInsert)[] = []
export const FITMENT_ROWS: (typeof carFitment.$inferInsert)[] = []

for (const [index, line] of LINES.trim().split('\n').entries()) {
  const [make = '', model = '', generation = '', years = '', bodyType = '', trims = ''] = line.split('|')
  const [yearFrom = 0, yearTo = 0] = years.split('-').map(Number)
  const id = index + 1
  CAR_ROWS.push({
    id,
    make,
    makeSlug: optionSlug(make),
    model,
    modelSlug: optionSlug(model),
    generation,
    yearFrom,
    yearTo,
    bodyType,
    driveType: driveOf(model),
  })
  for (const [position, entry] of trims.split(',').entries()) {
    const [, trim = '', front = '', rear] = ENTRY.exec(entry) ?? []
    const [at, behind] = [needOf(front), rear === undefined ? null : needOf(rear)]
    FITMENT_ROWS.push({
      id: FITMENT_ROWS.length + 1,
      carId: id,
      trim,
      trimSlug: optionSlug(trim),
      size: at.size,
      sizeSlug: sizeSlug(at.size),
      minLoad: at.load,
      minSpeed: at.speed,
      sizeRear: behind?.size ?? null,
      sizeRearSlug: behind ? sizeSlug(behind.size) : null,
      minLoadRear: behind?.load ?? null,
      minSpeedRear: behind?.speed ?? null,
      position,
    })
  }
}
