/**
 * Energy in kWh per gigabyte and the world's average grid in grams of CO2e per kWh, by the Sustainable Web Design Model,
 * version 4: data centres, networks and devices, each in operation and in making.
 */
const operationalKwh = 0.055 + 0.059 + 0.08;
const embodiedKwh = 0.012 + 0.013 + 0.081;
const gramsPerKwh = 494;

export const carbonSource = {
  text: "Sustainable Web Design Model 4: Gigabyte × 0,300 kWh × 494 g CO₂e/kWh",
  url: "https://sustainablewebdesign.org/estimating-digital-emissions/",
};

/** Thousandths of a gram of CO2e for a first visit that loads so much. */
export const co2Mg = (bytes: number): number =>
  Math.round((bytes / 1e9) * (operationalKwh + embodiedKwh) * gramsPerKwh * 1000);
