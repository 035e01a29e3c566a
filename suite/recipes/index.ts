export { recipeDriver, recipeName } from './recipe-driver.ts';
