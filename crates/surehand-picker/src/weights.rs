//! The numbers of the model. Written by `surehand-eval fit`; not to be edited by hand.
//!
//! Fitted on data with the SHA-256 c1bf4d1e57227ad148051d4b0c4ef93db2772bee979161e59ad1deeedb150b0d (both files one after the other).

/// The weight of each feature, in their order, in thousandths.
pub(crate) const THOUSANDTHS: [i32; 82] = [
    -3638, // bias
    417,   // coverage
    3450,  // precision
    -208,  // exact
    -745,  // phrase
    2339,  // context
    2000,  // described
    1500,  // held
    204,   // agreement
    208,   // role
    859,   // quoted
    80,    // verb_missing
    419,   // object_missing
    -119,  // head_missing
    597,   // reworded
    -741,  // overlap
    2000,  // text_is_choice
    6000,  // only_target
    2232,  // trimmed
    6000,  // told
    -280,  // long_label
    -502,  // unnamed
    -1004, // rare_coverage
    -619,  // rare_precision
    -1088, // rare_overlap
    -723,  // rarest_found
    -187,  // rare_foreign
    -213,  // rare_context
    -778,  // related_coverage
    1013,  // related_precision
    352,   // related_context
    10,    // lead_found
    -213,  // lead_related
    292,   // in_order
    1008,  // all_found
    881,   // trigrams
    166,   // dialog
    -222,  // opens_menu
    343,   // takes_value
    441,   // is_switch
    239,   // is_choice
    -17,   // is_pressed
    -2525, // in_menu
    -371,  // menu_coverage
    -1313, // menu_precision
    -34,   // menu_overlap
    342,   // menu_related_coverage
    978,   // menu_related_precision
    -305,  // long_precision
    549,   // long_overlap
    -1318, // long_related_precision
    62,    // related_overlap
    -1084, // menu_context
    1068,  // menu_related_overlap
    -1698, // menu_trigrams
    869,   // menu_in_order
    329,   // menu_related_context
    973,   // menu_foreign
    1249,  // menu_share
    403,   // associated_coverage
    638,   // associated_precision
    -922,  // associated_overlap
    -81,   // associated_context
    442,   // menu_associated_coverage
    -635,  // menu_associated_precision
    -578,  // menu_associated_overlap
    1192,  // any_coverage
    1037,  // any_precision
    1089,  // any_both
    40,    // any_count
    1013,  // menu_any_coverage
    122,   // menu_any_precision
    1776,  // menu_any_both
    1235,  // menu_any_count
    1114,  // verbatim
    6000,  // path
    2500,  // named_choice
    -2739, // only_leads
    1456,  // here_overlap
    2285,  // here_any
    -620,  // menu_here_overlap
    702,   // menu_here_any
];

/// Act from this probability on.
pub(crate) const STRICT: f64 = 0.80;

/// Say "not found" when "none" has this.
pub(crate) const ABSENT: f64 = 0.734;

/// Stems by how rare they are on the labels of many apps; all others are worth 1.
pub(crate) const RARITY: &[(f64, &str)] = &[
    (0.15, "color default enabl fil select set show window"),
    (0.20, "add all displai mode nam siz typ valu"),
    (0.25, "imag layer lin messag new open tab tru"),
    (
        0.30,
        "1 activ basic creat edit filter folder font hid key list mov number object opt sav search \
        switch text tim view width",
    ),
    (0.35, "automatic button chang check column custom delet icon map posit remov specifi user visibl"),
    (
        0.40,
        "0 account allow applic click col copi data dialog disabl export field item last menu path \
        point start track transact",
    ),
    (
        0.45,
        "2 after appli auto background befor clos connect contain ctrl defin desktop determin draw \
        fals first format fram group height import instead left locat mak mous multipl order other \
        otherwis output pag print process right rotat scal screen sort spac styl system toggl tool x",
    ),
    (
        0.50,
        "act address alwai bas bind browser but choos clear command configur content dat delai devic \
        direct dissector docu e edg editor effect enter entri error featur focus giv highlight ignor \
        includ label librari link load lock mark match maximum network non note packet pan panel \
        password plugin port press preview protocol reassembl s second segment server snap sound \
        split stor tak tcp toolbar top up vers workspac zoom",
    ),
    (
        0.55,
        "advanc align amount area availabl bar book box cas categori channel character config contact \
        coordin curv day directori down download empti end fac find g gener general get grid header \
        histori inform insert length limit local log margin max mesh mor need next over packag past \
        pattern pixel plac plai possibl previous profil project properti rang remot render replac \
        request requir reset result run sam scroll send sess sid sourc span spe startup stat stream \
        string support sync tabl tag templ terminal titl tre updat vertex whil without y",
    ),
    (
        0.60,
        "access ad angl anim ask axis back backup behavior below bit bottom calcul captur center \
        clipboard collect context convert cursor detail different disk distanc duplic either encod \
        even exampl exist express fill fit forward full id increas index indic input interval keep \
        keyboard layout level lik main mainmenu manager mani mask mean minimum modifi modul monitor \
        never nod notific off offset oper perform photo pluma pointer present read restor row see \
        separ shap shift singl strok symbol thumbnail try turn unit url useful valid volum work wrap",
    ),
    (
        0.65,
        "3 3d abov adjust affect another appear around attempt bon bookmark brush camera certific \
        client cod comparison complet component computer confirm constraint control correct cover cut \
        degre detect drag dur event extens factor follow forc fullscreen geometri gnom go guak guid \
        help hom horizontal host http install interfac keyfram launch light look lower mail manag \
        marker maximiz memori menus metadata method millisecond minus most mount normal original out \
        overrid part pre preferenc preset prompt proxi rat record relativ repli report represent \
        revers schem sequenc setup shortcut sign sky specific star status step sub subdissector \
        target them thread through til timeout transform transit trash use vertical warn whit word",
    ),
    (
        0.70,
        "8 absolut again along alreadi alt annot assign associ attribut audio authentic avoid block \
        bodi border boundari byt cach calibr cancel cannot canva caus cell comma consider corner \
        customiz d databas decod decreas deprec dimens dissect distribut doubl dup durat déjà \
        element email encrypt equal etc expand external filenam fix flip footprint funct gedit gtk \
        handl higher inactiv indent info initial insid instanc integer internal invert ip iso job \
        leav long longer material media merg mic min modifier music nemo newli onlin own parameter \
        parent particl pass peer permiss plot prefer prevent program provid put qualiti queu quick \
        random ratio recent register regular remember repeat restart rul sampl scen schedul script \
        servic shar sheet shell sidebar sketch slideshow smooth standard statusbar still stop strip \
        sur surfac textur threshold titlebar tls tooltip torrent total touchpad uncheck under undo \
        upload usual variabl virtual visibiliti vt way web weight wont writ z zon",
    ),
    (
        0.75,
        "100 14 4 6 activiti additional against album algorithm analyz append arc arrai aspect attach \
        author awai b balanc better blank blend both bound break brightness buffer build caja call \
        clip com combin comment compress comput conflict count currenci dark dconf debug decis depend \
        descript divid don drop due dynamic entir exact execut extend f fad flag form galleri global \
        gnucash graph hold hour hover identifier improv incom individual inner issu known less li \
        linear manu measur middl mim minut mirror model mot nautilus navig net notifi numeric onc org \
        orient origin overview p paint paye payload period pick plan polygon popup pric primari \
        publish python quot radius rais rather receiv recogniz referenc refresh reg relat renam resiz \
        resolut root rout schema sect securiti sensitiv shadow signatur similar simul skip slower \
        statistic syntax task temporari test timestamp trai transfer transparenci upon usag usernam \
        uuid uv vertic video viewer wait well wheel year",
    ),
    (
        0.80,
        "1.0 10 16 32 5 8601 90 abl accept accord actual alpha alternativ anywher app becom best black \
        board boolean brows budget bus certain chain cinnamon circl class clon collaps common \
        constrain continu correspond cpu csv cycl decimal describ destin doesnt doing doubleclick eko \
        engin exclud exit explicit extra f2 fail favorit futur gradient graphic greas grow hard high \
        horizont identifi identiti immediat indicator initi internet intersect invalid irc join junk \
        keybind languag larg larger later lead low mad minimiz mousepad much n near negativ nicknam \
        nois ok opaciti outlin outsid overlai pad pair palett payment pencil percentag performanc \
        pictur pin piwigo playback polici post pov power preserv purpos quit re real recommend \
        reconcil reduc remain rep resolv resourc restrict return schematic sinc slider slot slow \
        smaller solid special splin stack strength summari swap synchroniz tablet tell temperatur \
        term textarea together token traffic trail treat udp unlimit unsign until various vector \
        viewport websit wir",
    ),
    (
        0.85,
        "7 accessibiliti addit altern approxim archiv arrow artist ascend autom autosav averag bank \
        beep bill binari bluetooth bother bpm c calendar char chart chat checkbox choic compar consol \
        constell construct contrast controll controller convers crl daemon definit dependenci depth \
        descend differenc discard disconnect dns domain driv driver editabl evalu evolut expir \
        extract fallback fast faster fetch filesystem finish fragment fre front glob greater green h \
        half hand hardwar hash hol hostnam html ids indi influenc interact interactiv interpol invoic \
        ipv6 kstar least legaci letter login lot mac machin maintain manual memo mention millimeter \
        miss mix mixxx monospac movi multiplier necessari nick noth offlin often old one opposit \
        optional organiz overlap paus pdus periodic permanent phon piec plus pos positiv precis \
        predefin prefix pressur protect provider queri raw reach reason reconnect rectangl red \
        regardless reload repositori rightclick satur screenshot seed several shad short simpl small \
        smart snippet sock softwar solv solver someth song static storag structur successful sun \
        symbolic t tap telescop textbox thickness too tradeoff transparent trigger trim tun u ui \
        uniqu upgrad utf v vendor verifi vst widget workdai yet",
    ),
    (
        0.90,
        "0.0 12 2d 9 acceler across actu administrator adv agent altitud api applet arp artwork assum \
        astrometri auth backward bak beat becaus begin behaviour belong besid big birthdai bitmap \
        blender blink blu blur bridg broken cant capabiliti catalog child children cipher clock \
        clockwis closeparen cloud coefficient commit commoditi compact composer composit configurabl \
        contour cor credit crosshair css darkroom decrypt deform delimiter deni deselect desir \
        desklet dictionari digit displac docker draft easi ellips els embed emit encoder ensur \
        environ equidistant estim ethernet exc exchang executabl extent ffmpeg financial flat flickr \
        flow freecad fulli gain gap gatewai googl grai graphical gset happen heuristic hierarchi hint \
        identical independent inkscap institut intend interpret ipv4 jump kmymonei knob know krita \
        loop los loss m magnitud major manipul marbl master meet modific month mtim mut negoti nm \
        norm notebook obtain offer omit operator outgo particular pen percent person picker ping \
        player png prioriti priv probab problem produc progress public push quassel rajc ray \
        recipient reconcili redo reflect reminder removabl respect resum retriev rgb rhythmbox round \
        secondari selector self sender separator seri shouldnt shrink slew soft spatial sphinx squar \
        ssh standalon stock stp straight stretch subfolder subject subtract suggest svg tax tip \
        toward transl turnoff tweak undecid unknown unless unlock unmark unread unselect unset upper \
        usb visit visualiz wallpaper waveform week whenever whol wid wireshark wm workbook world xml \
        yes zoomin zoomout",
    ),
    (
        0.95,
        "1.2 11 2.6 30 64 accelerator accur accuraci adjacent age analysis anchor anymor apn argu \
        arriv art asset autocomplet autoconfig autofocus autostart ax backend base64 batteri behind \
        bell bezier bittorrent blueman bold bring budgetari bulk burst business cap capplet card \
        checker checksum chooser circular classic collis compens compil condit connectiviti constant \
        contribut cost counter countri customer darktabl datagram deactiv dec deck deep delta densiti \
        deriv descriptiv design develop developer devi diagram diameter diffus distinguish dom \
        downward dpi effectiv emul enlarg entiti enumer eras ex except expect exposur extrud facebook \
        fall fee film fin final firefox float fluid focuser footer foreground fract frag frequenci \
        gallery3 gamma generic geographic gimp good handshak hav held hexadecimal hfr hierarchical \
        highest horizon however importer inactiviti inch increment inherit instant intent interest \
        invers iter itself keystrok kicad latitud ldap len lightness lighttabl linux listen littl liv \
        longitud lookup lost lowest luminanc macro magnetic meld meter microphon mm mobil ms multi \
        newlin nla null nullabl num occasion occur occurrenc onload opencl openvpn owner parametric \
        parenthesis pars pdu permit perspectiv pitch pivot plain plotter plug primitiv prior profit \
        progressiv proper qgis qif qt ra randomiz raster reassemb refus relevant reserv respectiv \
        respons rest revert revoc rlc roll rtp saf scheduler scrollbar serial shall sharp signal \
        simplifi simultaneous sit situ skin slid smallest socket solar spreadsheet ssl subdivis \
        submenu suitabl suspend tail tangent that ther therefor though touch trac transmiss transport \
        underlin underneath unus uri utf8 utiliti uvs variant velociti versa vic visual wacom watch \
        wav welcom whitespac whos wizard xmp yellow",
    ),
];
