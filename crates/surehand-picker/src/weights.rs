//! The numbers of the model. Written by `surehand-eval fit`; not to be edited by hand.
//!
//! Fitted on data with the SHA-256 c1bf4d1e57227ad148051d4b0c4ef93db2772bee979161e59ad1deeedb150b0d (both files one after the other).

/// The weight of each feature, in their order, in thousandths.
pub(crate) const THOUSANDTHS: [i32; 59] = [
    -3596, // bias
    -525,  // coverage
    3442,  // precision
    150,   // exact
    -879,  // phrase
    4122,  // context
    2000,  // described
    1500,  // held
    192,   // agreement
    177,   // role
    1106,  // quoted
    58,    // verb_missing
    394,   // object_missing
    -81,   // head_missing
    667,   // reworded
    -228,  // overlap
    2000,  // text_is_choice
    6000,  // only_target
    1525,  // trimmed
    6000,  // told
    -152,  // long_label
    -508,  // unnamed
    1428,  // rare_coverage
    604,   // rare_precision
    1554,  // rare_overlap
    -403,  // rarest_found
    -645,  // rare_foreign
    156,   // rare_context
    213,   // related_coverage
    2159,  // related_precision
    447,   // related_context
    -7,    // lead_found
    -218,  // lead_related
    210,   // in_order
    1049,  // all_found
    1166,  // trigrams
    45,    // dialog
    -264,  // opens_menu
    318,   // takes_value
    581,   // is_switch
    359,   // is_choice
    -60,   // is_pressed
    -2484, // in_menu
    1734,  // menu_coverage
    -1218, // menu_precision
    1776,  // menu_overlap
    1961,  // menu_related_coverage
    1384,  // menu_related_precision
    -1118, // long_precision
    1514,  // long_overlap
    -1963, // long_related_precision
    2145,  // related_overlap
    -1342, // menu_context
    3200,  // menu_related_overlap
    -1883, // menu_trigrams
    956,   // menu_in_order
    654,   // menu_related_context
    1348,  // menu_foreign
    2320,  // menu_share
];

/// Act from this probability on.
pub(crate) const STRICT: f64 = 0.80;

/// Say "not found" when "none" has this.
pub(crate) const ABSENT: f64 = 0.758;

/// Stems by how rare they are on the labels of many apps; all others are worth 1.
pub(crate) const RARITY: &[(f64, &str)] = &[
    (0.15, "all color default enabl fil select set show window"),
    (0.20, "add displai lin mode nam new siz typ"),
    (0.25, "imag layer messag open tab tru valu"),
    (0.30, "1 basic creat edit hid key list mov number object opt sav search text view width"),
    (
        0.35,
        "activ automatic chang check column custom delet filter folder font icon path remov switch tim \
        user",
    ),
    (
        0.40,
        "account allow button clos copi data dialog disabl export field item last map posit specifi \
        start track visibl",
    ),
    (
        0.45,
        "0 2 after appli applic auto background befor click col connect ctrl dat desktop draw fals \
        format fram group import instead left locat mak match menu mous otherwis pag password point \
        print process scal screen sort spac styl system tag toggl tool toolbar transact x",
    ),
    (
        0.50,
        "act address alwai bas browser but character choos clear command contain content defin \
        determin devic directori docu download e edg editor end enter entri error find first focus \
        giv height highlight ignor includ label link load lock maximum multipl network next non note \
        order other output past port press previous requir right rotat run s segment server snap \
        sourc split stor tak terminal titl top up updat vers workspac zoom",
    ),
    (
        0.55,
        "align area bind bottom box cas channel clipboard config configur confirm contact cursor delai \
        direct disk dissector effect empti encod featur g gener general grid header histori id inform \
        insert length librari limit local log main mark mask max mor need notific oper over packet \
        pan panel pattern plac plai plugin possibl preview profil project properti protocol rang \
        reassembl remot render replac reset result sam scroll second send sess sid sound spe startup \
        stat string support tcp templ torrent url vertex whil without",
    ),
    (
        0.60,
        "access ad advanc amount ask availabl axis back backup bar behavior below book calcul captur \
        categori center collect context control convert coordin curv databas day detail different \
        down duplic either even event exampl exist express fac fill fit forward full get go increas \
        indent indic keep layout level lik manager margin mean mesh modifi nod off packag perform \
        pixel pluma preferenc present proxi read report request restor see separ shap shift singl \
        span specific stream strok symbol sync tabl them thumbnail tre try turn unit useful valid \
        work y",
    ),
    (
        0.65,
        "3 3d abov adjust affect angl anim another appear around attempt bit bookmark brush camera \
        cancel certific client cod comment complet computer constraint correct cut degre detect \
        distanc drag dur equal extens filenam follow forc fullscreen geometri guak guid help hom \
        horizontal host http index input insid install interfac interval keyboard keyfram launch look \
        lower mail mainmenu manag mani marker maximiz media memori menus metadata method millisecond \
        minimum minus modul monitor never normal offset original out overrid part peer permiss photo \
        pointer pre preset prevent program prompt rat recent record relativ remember renam represent \
        row schem sequenc setup shortcut sky star status step stop sub subdissector target through \
        timeout transform transit trash usernam variabl vertical virtual visibiliti volum warn whit \
        word wrap writ",
    ),
    (
        0.70,
        "additional along alreadi alt annot assign associ attribut audio avoid blank block bodi bon \
        border boundari byt cach cannot caus cell comparison component consider consol corner cover \
        customiz d decod decreas deprec descript dissect distribut dup email encrypt etc execut \
        expand external factor fix flip funct gedit global gnom gtk handl higher info initial integer \
        internal invert ip leav light long longer material merg mic minimiz modifier most mount music \
        newli onlin parameter parent particl pass plot prefer provid put qualiti queu quick ratio \
        referenc regular repli restart revers rul sampl scen schedul script servic shar sheet shell \
        sidebar sign sketch slideshow smooth standard statistic statusbar still strip sur surfac \
        thread threshold til titlebar trai uncheck under undo upload use usual vm vt way web wont z",
    ),
    (
        0.75,
        "100 14 4 6 8 absolut activiti again against album algorithm app append arc arrai aspect \
        attach authentic b better both bound brightness brows buffer caja calibr call canva com \
        combin comma comput conflict cpu dark dconf debug dimens divid domain don doubl drop durat \
        dynamic déjà eg element exact exit f fad fail flag footprint form galleri graph hold \
        identifi identifier improv inactiv instanc iso issu job known lead less letter machin manu \
        measur middl mim min minut model mot navig nemo net org orient origin own p paint payload \
        performanc period pictur plan popup pric primari python quit radius rais random rather receiv \
        recogniz recommend refresh reg register relat repeat resiz resolut return root schema sect \
        sensitiv similar skip summari task temporari test textur timestamp tls tooltip total touchpad \
        transfer transparenci uniqu upon usag uv vertic video viewer wait weight well widget year zon",
    ),
    (
        0.80,
        "16 32 5 90 abl accept accord actual addit alternativ analyz anywher artist author awai balanc \
        becom best black blend board bold boolean break budget build bus c cddb certain cinnamon \
        circl clip clon collaps common compress continu convers count currenci cycl decimal decis \
        depend destin disconnect doesnt doubleclick driv due engin entir exclud expir extend extra f2 \
        finish gnucash gradient graphic graphical greas hardwar high horizont hour hover html \
        identiti immediat incom indicator individual initi inner internet invalid irc join keybind \
        languag larg larger li linear login low mad manual mirror monospac mousepad n nautilus \
        negativ nicknam notebook notifi numeric ok onc opaciti overlai overview pad pair paus paye \
        payment pencil percentag person pick pin playback polici polygon power preserv publish purpos \
        quot re real reason reconcil red reduc reload remain repositori resolv resourc restrict rout \
        schematic scrollbar securiti shadow short signatur simul sinc slider slow slower small \
        smaller softwar solid splin stack synchroniz syntax tell token traffic trail treat udp until \
        upper uuid various wheel zoomin zoomout",
    ),
    (
        0.85,
        "1.0 10 8601 accessibiliti alpha altern approxim arrow ascend auth autom autosav bank beep \
        bill binari blink bpm calendar chain char chart chat choic class clockwis closeparen compar \
        constell constrain controller correspond csv dependenci descend describ differenc discard \
        doing eko els ensur environ evalu exchang explicit extract fami fast faster favorit fetch \
        filesystem fragment fre front futur glob greater grow half hard hint hostnam id3v2 ids indi \
        influenc intend interact interactiv intersect ipv6 junk kstar later least legaci lot maintain \
        memo mention miss mix mixxx modific much multiplier near necessari nick nois noth o often old \
        one opposit optional outlin outsid palett pdus peopl permanent phon piwigo playlist plus post \
        pov precis predefin prefix protect queri reach reconnect rectangl redo regardless rep \
        rightclick satur screenshot separator several shad simpl slot smart snippet sock solver song \
        special static storag strength structur subfolder successful suggest sun swap t tablet tap \
        telescop temperatur term together too tradeoff tun ui unlimit unlock unsign upgrad usb utf v \
        vector vendor verifi viewport visit vms websit wir",
    ),
    (
        0.90,
        "0.0 2d 7 9 acceler actu administrator agent altitud applet archiv argu art assum autocomplet \
        averag bak beat begin behaviour bell belong birthdai bitmap blender blu bluetooth bother \
        bridg broken cant capabiliti checkbox checksum child children cipher citi clock coefficient \
        commit commoditi compact composer composit construct contrast controll cor cost countri \
        credit crl css daemon darkroom decor decrypt definit deform deni depth descriptiv deselect \
        desir desklet developer dictionari digit dns document donat draft driver easi editabl ellips \
        embed emit emul estim ethernet evolut exc except executabl extent fallback flat flickr \
        foreground freecad fulli gain gap gatewai googl grai green guest h hand happen hash hav hol \
        identical independent inkscap institut interpol invoic italic jump know lookup los loss lost \
        mac magnitud major manipul marbl meet menubar migr millimeter month movi mtim newlin norm \
        obtain occur octav offer offlin ogg omit operator organiz overlap owner parenthesis \
        particular pen percent periodic piec poll pos positiv pressur prioriti priv probab progress \
        provider public qt quassel raw reconcili recursiv reminder removabl respect resum retriev rgb \
        round secondari seed sender solv someth spatial sphinx spic squar stock stp stretch subject \
        submenu subtract svg symbolic thickness thunar transl transparent trigger trim turnoff u \
        undecid underlin underscor unicod unknown unless unread unselect unset visualiz vst watch \
        week whenever whol whos wid wildcard wireshark wm workbook workdai world xml yet",
    ),
    (
        0.95,
        "11 12 2.6 64 accelerator accur across adjacent adv analysis anyth api appearanc appropri arp \
        arriv artwork asset astrometri autofocus ax backward batteri becaus behind besid bezier big \
        bittorrent blueman blur breakpoint bring bulk burst business cap capplet card catalog chooser \
        circular cloud collis compatibiliti compatibl compil configurabl connectiviti constant \
        contour contribut cooki counter crosshair customer darktabl datagram deactiv dec deck deep \
        delimiter deriv design devi diagram diameter diffus displac distinguish docker dot dpi \
        encoder enlarg entiti enumer equidistant eras escap exposur facebook ffmpeg film final \
        financial float flow fluid fract frag frequenci gamma genr gset held heuristic hfr hierarchi \
        hierarchical highest however id3 id3v1 inch inherit insensitiv intent interest interpret ipv4 \
        keystrok kicad kmymonei knob krita latitud len linux listen littl liv longitud loop lowest \
        luminanc m macro magnetic master microphon mm mobil ms multi mut negoti nm notat null num \
        numerical occurrenc onload outgo parametric pars permit picker ping pivot plain player \
        plotter plug png prior problem produc proper push qbittorrent qif ra rajc raster ray \
        recipient refer reflect refus releas reorder reserv respons rest revert revoc rhythmbox rlc \
        rtp saf scanner scheduler selector self seri serial sharp shouldnt shrink shutdown \
        simultaneous sit situ skin slew slid soft solar ssh standalon straight strftim subdivis \
        substitut suspend tax that ther therefor thing tip touch toward trac tweak unmark uri utiliti \
        vari velociti virt visual vpn vte wall wallpaper waveform welcom whitespac wizard yes zero",
    ),
];
